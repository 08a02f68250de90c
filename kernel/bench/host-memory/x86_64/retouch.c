/* The guest has written all of it; then the host takes it (a hole in a memfd is where a balloon and
 * free page reporting end), may take it, merges pages that are the same (KSM; a write copies),
 * makes huge pages of it, or the hypervisor alone forgets it. */
#include "host.h"

/* The operand: kind, advice or none for the slot, the unit, and the state of the pages counted
 * after a batch. */
#define RETOUCH(kind, advice, unit, state) \
    ((uint64_t)(unit) << 32 | (uint64_t)(state) << 24 | (uint64_t)(advice) << 16 | (kind))

enum { MERGED_PAGES = 512 }; /* at most: the host looks at few pages at a time */

static uint64_t touched;

static uint32_t kind(void) { return (uint16_t)operand; }
static uint32_t advice(void) { return operand >> 16 & UINT8_MAX; }
static uint32_t counted(void) { return operand >> 24 & UINT8_MAX; }
static uint64_t unit(void) { return operand >> 32; }
static uint64_t units(void) { return host.pages * (uint64_t)PAGE_4K / unit(); }

static bool host_takes_it(void) { return advice() == DONTNEED || advice() == PUNCH; }

static void write_the_same(void)
{
    for (uint64_t at = host.va; at < host.va + host.pages * (uint64_t)PAGE_4K; at += PAGE_4K)
        *(volatile uint64_t *)at = MERGE;
}

static void arrange(void)
{
    if (advice() == COLLAPSE || advice() == MERGE)
        host_lay(kind());
    write_the_same();
    if (advice())
        host_do(HOST_ADVISE, advice(), 0);
    else
        host_do(HOST_RESLOT, 0, 0);
    if (host_takes_it())
        host_expect("pages that were taken", host_do(HOST_COUNT, STATE_PRESENT, 0), 0);
}

/* Of merged pages the last is nobody else's, whether it was written or not. */
static void count(void)
{
    uint64_t wanted = host_takes_it() || advice() == MERGE ? touched : units();
    bool is_due = touched;
    touched = 0;
    if (!is_due)
        return;
    uint32_t found = host_do(HOST_COUNT, counted(), 0);
    if (advice() != MERGE || found != wanted + 1)
        host_expect("pages after a batch", found, wanted);
}

static const char *init(void)
{
    touched = 0;
    const char *reason = host_open(kind(), advice() == MERGE ? MERGED_PAGES : 0);
    if (!reason)
        arrange();
    return reason;
}

static void prepare(uint64_t n)
{
    count();
    arrange();
    touched = n;
}

static void cleanup(void)
{
    count();
    host_close();
}

static uint64_t supply(void) { return units() * options.batches + 1; }

TIMED_INSN_WITH(uint64_t start = host.va;
                uint64_t step = unit(), uint64_t at = start + i * step, MEMORY_WRITE(at))

#define RETOUCHED(id, suffix, text, ...)                                                           \
    VARIANT(id, suffix, .summary = "Write to a page " text, .path = PATH_PAGING, .exits = 1,       \
            .operand = RETOUCH(__VA_ARGS__), .init = init, .prepare = prepare, .cleanup = cleanup, \
            .supply = supply)

RETOUCHED(taken, "-dontneed", "that the host took away", KIND_SMALL, DONTNEED, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(free, "-free", "that the host may take", KIND_SMALL, MAY_FREE, PAGE_4K, STATE_PRESENT);
RETOUCHED(punched, "-punched", "of a memfd that the host took away", KIND_MEMFD, PUNCH, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(slot, "-slot", "whose slot was removed and added", KIND_SMALL, ADVICE_NONE, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(merged, "-merged", "that the host has merged with others", KIND_SMALL, MERGE, PAGE_4K,
          STATE_OWN);
RETOUCHED(collapsed, "-collapsed", "of 2 MiB that the host has collapsed", KIND_SMALL, COLLAPSE,
          PAGE_2M, STATE_HUGE);
