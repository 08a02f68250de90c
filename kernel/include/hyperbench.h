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

/* Test builds have a counter that advances in steps, but for runs that count instructions. */
#ifdef COUNTER_STEP
static inline uint64_t counter_step(void) { return options.reference ? COUNTER_STEP : 1; }
#define timer_read() (timer_read() / counter_step() * counter_step())
#endif

#define BENCHMARK_MAGIC 0x3144424842595048ULL

/* Bits of benchmark.needs. What is missing makes the benchmark `skipped`. */
enum need {
    NEEDS_UART = 1 << 0,
    NEEDS_HYPERCALL = 1 << 1,
    NEEDS_COLD_MEMORY = 1 << 2,
};

/* Bits of benchmark.flags. */
enum benchmark_flag {
    EXTRA = 1 << 0,             /* runs only when named */
    DANGEROUS_ON_METAL = 1 << 1 /* may lose data or damage state on a real machine */
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

    /* This part is the kernel's own. What a benchmark does not set is NULL. */
    const char *(*init)(void); /* returns NULL, or why the benchmark must be skipped */
    void (*run)(uint64_t n);   /* n operations; set by BENCHMARK, as is the next */
    void (*control)(uint64_t n);
    void (*cleanup)(void);
    void (*prepare)(uint64_t n); /* before each batch, outside the measurement */
    uint64_t (*supply)(void);    /* operations that there is material left for */
    bool once;                   /* a batch is one operation; never calibrated */
};

/* Describes the benchmark of this file. Its functions are run() and control(); its name and its
 * category are those of the file and the folder that it is in, which the build passes. */
#define BENCHMARK(...) BENCHMARK_OF(run, control, __VA_ARGS__)
#define BENCHMARK_OF(run_function, control_function, ...)                                       \
    static const struct benchmark benchmark = {.magic = BENCHMARK_MAGIC,                        \
                                               .name = BENCHMARK_NAME,                          \
                                               .category = BENCHMARK_CATEGORY,                  \
                                               .run = run_function,                             \
                                               .control = control_function,                     \
                                               __VA_ARGS__};                                    \
    __attribute__((used, section(".benchmarks"))) static const struct benchmark *const listed = \
        &benchmark

/* The same alignment for both loops' functions: the padding in front of the loops, which is
 * executed, is then the same too. */
#define TIMED_FUNCTION __attribute__((noinline, aligned(64)))

/*
 * Defines run() and control() from one statement of the operation, an instruction with its
 * operands as an asm statement takes them. Both are the same loop with the same operands in
 * the same registers; only the control's instruction is empty, so that their difference is
 * the instruction and nothing else.
 */
#define TIMED_INSN(...) TIMED_INSN_(, , __VA_ARGS__)

/* The same with statements around it: `before` runs once and copies what the loop needs into
 * local variables; `each` runs before every operation, in both loops, and may use the index i. */
#define TIMED_INSN_WITH(before, each, ...) TIMED_INSN_(before, each, __VA_ARGS__)

#define TIMED_INSN_(before, each, instruction, ...) \
    TIMED_FUNCTION                                  \
    static void run(uint64_t n)                     \
    {                                               \
        before;                                     \
        for (uint64_t i = 0; i < n; i++) {          \
            each;                                   \
            asm volatile(instruction __VA_ARGS__);  \
        }                                           \
    }                                               \
    TIMED_FUNCTION                                  \
    static void control(uint64_t n)                 \
    {                                               \
        before;                                     \
        for (uint64_t i = 0; i < n; i++) {          \
            each;                                   \
            asm volatile("" __VA_ARGS__);           \
        }                                           \
    }

/* TIMED_INSN_WITH for an operation of more than an instruction, written as a C statement. `kept`
 * names a variable that the operation works on: both loops have it in a register. */
#define TIMED_CALL(before, each, statement, kept) \
    TIMED_FUNCTION                                \
    static void run(uint64_t n)                   \
    {                                             \
        before;                                   \
        for (uint64_t i = 0; i < n; i++) {        \
            each;                                 \
            KEEP(kept);                           \
            statement;                            \
        }                                         \
    }                                             \
    TIMED_FUNCTION                                \
    static void control(uint64_t n)               \
    {                                             \
        before;                                   \
        for (uint64_t i = 0; i < n; i++) {        \
            each;                                 \
            KEEP(kept);                           \
        }                                         \
    }

/* Makes the compiler have the value in a register here, and forget what it knew of it. */
#define KEEP(variable) asm volatile("" : "+r"(variable))

/* heap_alloc() is a bump allocator: what was allocated since a mark is given back together. */
uint64_t heap_mark(void);
void heap_release(uint64_t mark);

/* The memory that nobody has touched since the machine started. */
struct mem_region cold_memory(void);

#endif
