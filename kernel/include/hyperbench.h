/*
 * All that a benchmark includes.
 *
 * A benchmark is one file, bench/<category>/<name>.c, or bench/<category>/<architecture>/
 * <name>.c when its operation is an instruction of one architecture. The build finds it, and
 * its place says what it is called. It states its operation once, with TIMED_INSN or
 * TIMED_CALL, and describes itself with BENCHMARK.
 */
#ifndef HYPERBENCH_H
#define HYPERBENCH_H

#include <lib.h>
#include <options.h>
#include <posih.h>

#define BENCHMARK_MAGIC 0x3244424842595048ULL

/* Bits of benchmark.needs. What is missing makes the benchmark `skipped`. */
enum need {
    NEEDS_UART = 1 << 0,
    NEEDS_HYPERCALL = 1 << 1,
    NEEDS_COLD_MEMORY = 1 << 2,
    NEEDS_MORE_PROGRAMS = 1 << 3, /* than a small guest has: its init() looks for them */
    NEEDS_DISK = 1 << 4,          /* of disk.h: its init() opens it */
    NEEDS_NETWORK = 1 << 5,       /* of net.h: the same */
};

/* Bits of benchmark.flags. */
enum benchmark_flag {
    EXTRA = 1 << 0,              /* runs only when named */
    DANGEROUS_ON_METAL = 1 << 1, /* may hang a real machine, or lose its data: named only there */
    QUICK = 1 << 2,              /* in the quick suite, as all are that Table 1 has */
    PAPER_SIZED = 1 << 3,  /* a workload as large as a paper's: in no suite but that of those */
    TAKES_MINUTES = 1 << 4 /* takes minutes: a boot has one batch, and nothing warms it up */
};

/* Who answers the operation in a guest of a processor with virtualization extensions: the path
 * that it takes. The host shows it, and knows it by these numbers. */
enum path {
    PATH_DIRECT,     /* the processor, as without a hypervisor */
    PATH_HYPERVISOR, /* the hypervisor, after an exit */
    PATH_MONITOR,    /* the monitor's device model, beyond the hypervisor */
    PATH_PAGING,     /* second-stage tables; an exit where a shadow of the guest's is kept */
    PATH_INTERRUPT,  /* an interrupt's way: sent, injected, ended */
    PATH_FIRMWARE,   /* firmware, or the hypervisor in its place */
    PATH_NESTED      /* the hypervisor below, for a guest that is a hypervisor itself */
};

/* benchmark.exits where no fixed number is expected. */
#define EXITS_VARY UINT64_MAX

/* What a batch saw that watches the counter, in ticks. */
struct watched {
    uint64_t length, taken; /* of it others took so many */
};

struct benchmark {
    /* This part is read by the host from the ELF: docs/protocol.md, "The catalogue". */
    uint64_t magic;
    const char *name;
    const char *category;
    const char *summary;
    struct {
        uint64_t low, high;
    } recommended; /* iterations, the paper's Table 1 */
    uint64_t cpus; /* 0 means 1 */
    uint64_t needs;
    uint64_t flags;
    uint64_t path;    /* enum path */
    uint64_t exits;   /* of one operation, with nested paging and no interrupt virtualization */
    const char *also; /* its names in other suites, "kut: vmcall; CVM: hypercall", or NULL */
    void (*run)(uint64_t n); /* n operations; set by BENCHMARK, as is the next */
    void (*control)(uint64_t n);
    const char *event; /* of workloads, whose cost this is: docs/prediction.md, or NULL */
    struct {
        uint64_t amount;
        const char *unit; /* letters: "B", "flop", "transaction" */
    } work;               /* what one operation gets done, where that is what people ask for */
    const char *term;     /* of the paper's cost model, that it measures, or NULL */

    /* This part is the kernel's own. What a benchmark does not set is NULL. */
    uint64_t operand;          /* what `operand` is while the benchmark runs */
    const char *(*init)(void); /* returns NULL, or why the benchmark must be skipped */
    void (*cleanup)(void);
    void (*prepare)(uint64_t n);   /* before each batch, outside the measurement */
    uint64_t (*supply)(void);      /* operations that there is material left for */
    bool once;                     /* a batch is one operation; never calibrated */
    uint64_t over_time;            /* so many times as many batches, of up to 2 ms, closely one
                                      after the other, each with its time: record `series` */
    struct watched (*watch)(void); /* a batch in place of run() and control(): not timed, but what
                                      it has seen itself */
};

/* Describes the benchmark of this file. Its functions are run() and control(); its name and its
 * category are those of the file and the folder that it is in, which the build passes. */
#define BENCHMARK(...) BENCHMARK_OF(run, control, __VA_ARGS__)
#define BENCHMARK_OF(run_function, control_function, ...) \
    BENCHMARK_(benchmark, BENCHMARK_NAME, run_function, control_function, __VA_ARGS__)

/* One more benchmark of a family, in the file that is named after the family: its name is the
 * file's and `suffix`, a string. VARIANT has the file's run() and control(), which differ by
 * `operand`; VARIANT_OF names loops of its own (TIMED_LOOPS), and `id` is a C name for it. */
#define VARIANT(id, suffix, ...) VARIANT_OF(run, control, id, suffix, __VA_ARGS__)
#define VARIANT_OF(run_function, control_function, id, suffix, ...) \
    BENCHMARK_(id, BENCHMARK_NAME suffix, run_function, control_function, __VA_ARGS__)

/* The operand of the benchmark that runs: set before its init(). */
extern uint64_t operand;

#define BENCHMARK_(id, full_name, run_function, control_function, ...)  \
    static const struct benchmark id = {.magic = BENCHMARK_MAGIC,       \
                                        .name = full_name,              \
                                        .category = BENCHMARK_CATEGORY, \
                                        .run = run_function,            \
                                        .control = control_function,    \
                                        __VA_ARGS__};                   \
    __attribute__((used,                                                \
                   section(".benchmarks"))) static const struct benchmark *const listed_##id = &id

/* The same alignment for both loops' functions: the padding in front of the loops, which is
 * executed, is then the same too. */
#define TIMED_FUNCTION __attribute__((noinline, aligned(64)))

/*
 * Defines run() and control() from one statement of the operation, an instruction with its
 * operands as an asm statement takes them. Both are the same loop with the same operands in
 * the same registers; only the control's instruction is empty, so that their difference is
 * the instruction and nothing else.
 */
#define TIMED_INSN(...) TIMED_INSN_WITH(, , __VA_ARGS__)

/* The same with statements around it: `before` runs once and copies what the loop needs into
 * local variables; `each` runs before every operation, in both loops, and may use the index i. */
#define TIMED_INSN_WITH(before, each, ...) TIMED_INSN_OF(run, control, before, each, __VA_ARGS__)

/* The same under other names than run and control, for a family in one file. */
#define TIMED_INSN_OF(run, control, before, each, instruction, ...)      \
    TIMED_LOOP(run, before, each, asm volatile(instruction __VA_ARGS__)) \
    TIMED_LOOP(control, before, each, asm volatile("" __VA_ARGS__))

/* TIMED_INSN_WITH for an operation of more than an instruction, written as a C statement. `kept`
 * names a variable that the operation works on: both loops have it in a register. */
#define TIMED_CALL(before, each, statement, kept) \
    TIMED_CALL_OF(run, control, before, each, statement, kept)

/* The same under other names. */
#define TIMED_CALL_OF(run, control, before, each, statement, kept) \
    TIMED_LOOP(run, before, each, KEEP(kept); statement)           \
    TIMED_LOOP(control, before, each, KEEP(kept))

#define TIMED_LOOP(name, before, each, ...) \
    TIMED_FUNCTION                          \
    static void name(uint64_t n)            \
    {                                       \
        before;                             \
        for (uint64_t i = 0; i < n; i++) {  \
            each;                           \
            __VA_ARGS__;                    \
        }                                   \
    }

/* Makes the compiler have the value in a register here, and forget what it knew of it. */
#define KEEP(variable) asm volatile("" : "+r"(variable))

/* heap_alloc() is a bump allocator: what was allocated since a mark is given back together. */
uint64_t heap_mark(void);
void heap_release(uint64_t mark);

/* The memory that nobody has touched since the machine started. */
struct mem_region cold_memory(void);

/* It serves once. So each benchmark that uses it up has a share of its own: half of it is for
 * reading, an eighth for each kind of writing, a quarter for large pages. */
enum cold_share { COLD_READ, COLD_WRITE, COLD_READ_THEN_WRITE, COLD_LARGE };
struct mem_region cold_share(enum cold_share share);

/* Values over time, which the host gets after the batch that they are of, from the benchmark's
 * init() on; `what` says what they are. Those that there is no room for are counted. */
void series_open(const char *what);

/* A batch is about to begin, and does not look at values below `least`. */
void series_begin(uint64_t least);

/* A value, and when after the batch's beginning it was that, in ticks. */
void series_add(uint64_t at, uint64_t value);

/* The batch began at `start`, by the counter, and has lasted so many ticks. */
void series_end(uint64_t start, uint64_t length);

/* The alarm is the harness's watchdog. A benchmark that sets it, and so takes it from the harness
 * until the next batch, watches over itself with these two. */

/* Ends the benchmark as timed out when it has run for as long as a benchmark may. */
void deadline_check(void);

/* Spins until `*word` is no longer `old`, and checks the deadline meanwhile. */
void await_change(const volatile uint64_t *word, uint64_t old);

/* Calls `take` until it returns no negative number, and checks the deadline meanwhile; returns
 * that. */
int poll_until(int (*take)(void));

/* Ends the benchmark that runs with a sentence: as skipped while its init() runs, since the machine
 * then lacks something, and as failed later. */
_Noreturn void fail(const char *pattern, ...) __attribute__((format(printf, 1, 2)));

/* Spins for so many ticks. */
void spin_ticks(uint64_t ticks);

#endif
