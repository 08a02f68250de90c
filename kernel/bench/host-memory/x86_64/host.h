/* What operations share whose memory the host does something to, between batches or when asked: the
 * device by which it is asked, and a range of memory that is the device's own, mapped in the
 * window. docs/protocol.md, "Host memory", describes both. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <hyperbench.h>

#include "x86.h"

enum host_verb {
    HOST_NOTHING,   /* but to end a machine that is not in use */
    HOST_LAY,       /* makes the range, of a kind */
    HOST_TAKE_AWAY, /* the range */
    HOST_LOG,       /* begins or ends to log its pages, in a way */
    HOST_COLLECT,   /* counts those in the log, and empties it unless CLEAR does */
    HOST_CLEAR,     /* what was collected last, so many pages at once */
    HOST_ADVISE,    /* tells the host's system something about it */
    HOST_COUNT,     /* its pages that the host has in a state */
    HOST_RESLOT,    /* takes it from the hypervisor, and gives it again */
    HOST_SAVE,      /* what the machine is besides its memory, and forgets it */
    HOST_CREATE,    /* a machine like it, which is not used */
    HOST_RESTORE    /* the machine as another, in which the guest goes on */
};

enum host_kind {
    KIND_SMALL = 1, /* anonymous, in pages of 4 KiB */
    KIND_LARGE,     /* and of 2 MiB */
    KIND_FILE,      /* a private copy of a file */
    KIND_MEMFD,
    KIND_HUGETLB,
    KIND_SERVED, /* by the monitor, page by page (userfaultfd) */
    KIND_MASK = 0xff,
    PREFAULTED = 0x100
};

enum host_log { LOG_OFF, LOG_RING, LOG_LEGACY, LOG_MANUAL, LOG_INITIALLY_SET };
enum host_advice { ADVICE_NONE, DONTNEED, MAY_FREE, PUNCH, COLLAPSE, MERGE, SWAP };
enum host_state { STATE_PRESENT = 1, STATE_OWN, STATE_HUGE, STATE_SERVED, STATE_COPIED };

/* A request; the device answers in the second half. */
static volatile struct {
    uint32_t verb, how, pages, unused;
    uint32_t refused, count, address, reserved;
    char why[96];
} __attribute__((aligned(128))) host_request;

static struct {
    uint64_t va;
    uint32_t pages, page; /* of 4 KiB; the size of those that it is mapped by */
    uint64_t unchecked;   /* operations of the last batch, which check() has not seen */
} host;

/* What every operand of the group begins with: a kind, and how it is done. The rest is the unit
 * that is written, or what the operation says. */
#define HOST_OPERAND(kind, how, rest) \
    ((uint64_t)(rest) << 32 | (uint64_t)(how) << 16 | (uint64_t)(kind))
static inline uint32_t kind(void) { return (uint16_t)operand; }
static inline uint32_t how(void) { return operand >> 16 & UINT16_MAX; }
static inline uint64_t rest(void) { return operand >> 32; }

static inline void host_ask(enum host_verb verb, uint32_t how, uint32_t pages)
{
    host_request.verb = verb;
    host_request.how = how;
    host_request.pages = pages;
    host_request.refused = true;
}

static inline void host_send(void)
{
    asm volatile("" ::: "memory");
    out32((uint16_t)options.host_memory, (uint32_t)(uint64_t)&host_request);
    asm volatile("" ::: "memory");
}

/* What was asked for last was done: its number. */
static inline uint32_t host_answer(void)
{
    if (host_request.refused)
        fail("%s", (const char *)host_request.why);
    return host_request.count;
}

/* Does it once, where the host can; why it cannot is no fault. */
static inline const char *host_try(enum host_verb verb, uint32_t how)
{
    host_ask(verb, how, 0);
    host_send();
    return host_request.refused ? (const char *)host_request.why : NULL;
}

static inline uint32_t host_do(enum host_verb verb, uint32_t how, uint32_t pages)
{
    host_ask(verb, how, pages);
    host_send();
    return host_answer();
}

static inline void host_expect(const char *what, uint32_t count, uint64_t wanted)
{
    if (count != wanted)
        fail("%s: the host has %u, and there should be %lu", what, count, wanted);
}

static inline void host_lay(uint32_t kind) { host_do(HOST_LAY, kind, host.pages); }

/* Writes one page of every so many. */
static inline void host_write(uint32_t every)
{
    for (uint64_t page = 0; page < host.pages; page += every) {
        uint64_t at = host.va + page * PAGE_4K;
        *(volatile uint64_t *)at = at;
    }
}

/* Makes the range, of at most so many pages, and maps it. */
static inline const char *host_open(uint32_t kind, uint32_t most)
{
    enum { MAGIC = 0x54534f48, DEFAULT = 1024, LIMIT = 16384 };
    host.unchecked = 0;
    if (!options.host_memory)
        return "no monitor that does things to memory when asked: the platform kvm is one";
    if (in32((uint16_t)options.host_memory) != MAGIC)
        return "the monitor's port does not answer";
    uint64_t wanted = options.working_set ? options.working_set / PAGE_4K : DEFAULT;
    uint64_t pages = min_u64(min_u64(wanted, most ? most : LIMIT), LIMIT);
    bool is_large = (kind & KIND_MASK) == KIND_LARGE || (kind & KIND_MASK) == KIND_HUGETLB;
    host.page = is_large ? PAGE_2M : PAGE_4K;
    host.pages = (uint32_t)max_u64(align_down(pages, PAGE_2M / PAGE_4K), PAGE_2M / PAGE_4K);
    host.va = mmu_window();
    host_lay(kind);
    return mmu_map(host.va, host_request.address, host.pages * (uint64_t)PAGE_4K, host.page)
               ? NULL
               : "not enough memory for page tables";
}

/* Each operation's own: what a batch finds, and whether the host has what the last one of n
 * operations must have left. */
static void arrange(void);
static void check(uint64_t n);

static inline void host_check(void)
{
    uint64_t n = host.unchecked;
    host.unchecked = 0;
    if (n) /* a batch may not have come about, and why has been said */
        check(n);
}

static inline void host_prepare(uint64_t n)
{
    host_check();
    arrange();
    host.unchecked = n;
}

static inline void host_cleanup(void)
{
    host_check();
    host_do(HOST_TAKE_AWAY, 0, 0);
}

/* How many units the range has, and how many all batches may write. */
static inline uint64_t host_units(void) { return host.pages * (uint64_t)PAGE_4K / rest(); }
static inline uint64_t host_supply(void) { return host_units() * options.batches + 1; }

/* Operations whose batches write or read unit after unit. */
#define TIMED_HOST_PAGES(run, control, ...)               \
    TIMED_INSN_OF(run, control, uint64_t start = host.va; \
                  uint64_t step = rest(), uint64_t at = start + i * step, __VA_ARGS__)
#define HOST_PAGES .prepare = host_prepare, .cleanup = host_cleanup, .supply = host_supply

/* Defines run() and control() of a request that prepare() leaves in place. */
#define TIMED_HOST_REQUEST                                                                        \
    TIMED_INSN_WITH(uint64_t port = options.host_memory; uint64_t at = (uint64_t)&host_request, , \
                                                         "outl %k0, %w1", : : "a"(at),            \
                                                         "d"(port) : "memory")
#define HOST_REQUEST .prepare = host_prepare, .cleanup = host_cleanup, .once = true

#endif
