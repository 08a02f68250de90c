/* The guest has written all of it; then the host takes it (a hole in a memfd is where a balloon and
 * free page reporting end), may take it, swaps it out, merges pages that are the same (KSM; a write
 * copies), makes huge pages of it, or the hypervisor alone forgets it. */
#include "host.h"

/* Advice or none for the slot, and the state of the pages counted after a batch. */
#define HOW(advice, state) ((state) << 8 | (advice))

enum { MERGED_PAGES = 512 }; /* at most: the host looks at few pages at a time */

static uint32_t advice(void) { return how() & UINT8_MAX; }
static uint32_t counted(void) { return how() >> 8; }

static bool host_takes_it(void)
{
    return advice() == DONTNEED || advice() == PUNCH || advice() == SWAP;
}

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
static void check(uint64_t n)
{
    uint64_t wanted = host_takes_it() || advice() == MERGE ? n : host_units();
    uint32_t found = host_do(HOST_COUNT, counted(), 0);
    if (advice() != MERGE || found != wanted + 1)
        host_expect("pages after a batch", found, wanted);
}

static const char *init(void)
{
    const char *reason = host_open(kind(), advice() == MERGE ? MERGED_PAGES : 0);
    if (reason || !advice())
        return reason;
    write_the_same();
    return host_try(HOST_ADVISE, advice());
}

TIMED_HOST_PAGES(run, control, MEMORY_WRITE(at))

#define RETOUCHED(id, suffix, text, kind, advice, unit, state)                               \
    VARIANT(id, suffix, .summary = "Write to a page " text, .path = PATH_PAGING, .exits = 1, \
            .operand = HOST_OPERAND(kind, HOW(advice, state), unit), .init = init, HOST_PAGES)

RETOUCHED(taken, "-dontneed", "that the host took away", KIND_SMALL, DONTNEED, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(free, "-free", "that the host may take", KIND_SMALL, MAY_FREE, PAGE_4K, STATE_PRESENT);
RETOUCHED(punched, "-punched", "of a memfd that the host took away", KIND_MEMFD, PUNCH, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(swapped, "-swapped", "that the host has swapped out", KIND_SMALL, SWAP, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(slot, "-slot", "whose slot was removed and added", KIND_SMALL, ADVICE_NONE, PAGE_4K,
          STATE_PRESENT);
RETOUCHED(merged, "-merged", "that the host has merged with others", KIND_SMALL, MERGE, PAGE_4K,
          STATE_OWN);
RETOUCHED(collapsed, "-collapsed", "of 2 MiB that the host has collapsed", KIND_SMALL, COLLAPSE,
          PAGE_2M, STATE_HUGE);
