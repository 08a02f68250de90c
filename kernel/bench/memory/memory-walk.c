/* The pointers come to every 4 KiB of a growing set once a round, in a random order: each load
 * needs the one before, so that its whole latency shows. Both page sizes read the same words
 * and differ in TLB misses. A guest's miss walks two sets of page tables, and an entry of the
 * TLB covers the smaller of both page sizes. */
#include <hyperbench.h>
#include <pointer_walk.h>

/* The operand: the set's size, and in bits of their own the size of its pages. */
#define KIB 1024UL
#define MIB (1024 * KIB)
#define PAGE_SIZES ((uint64_t)(PAGE_4K | PAGE_2M))

static uint64_t first, start, state;

static const char *init(void)
{
    uint64_t page = operand & PAGE_SIZES, size = operand & ~PAGE_SIZES;
    void *memory = heap_alloc(size, page);
    first = mmu_window();
    if (!memory || !mmu_map(first, (uint64_t)memory, size, page))
        return "needs a machine with four times as much memory as the set";
    pointer_walk_link(first, size, PAGE_4K);
    return NULL;
}

/* Batches begin anywhere: where the last one did, the words are in a cache. */
static void prepare(uint64_t n)
{
    (void)n;
    uint64_t words = (operand & ~PAGE_SIZES) / PAGE_4K;
    start = (uint64_t)pointer_walk_word(first, PAGE_4K, pointer_walk_random(&state, words));
}

TIMED_CALL(uint64_t at = start, , at = *(volatile uint64_t *)at, at)

#define WALK(id, suffix, pages, text, size)                                               \
    VARIANT(id, suffix, .summary = "Follow a pointer through " text, .path = PATH_PAGING, \
            .operand = (size) | (pages), .init = init, .prepare = prepare)

WALK(walk_4k_64k, "-4k-64k", PAGE_4K, "64 KiB in pages of 4 KiB", 64 * KIB);
WALK(walk_4k_1m, "-4k-1m", PAGE_4K, "1 MiB in pages of 4 KiB", 1 * MIB);
WALK(walk_4k_4m, "-4k-4m", PAGE_4K, "4 MiB in pages of 4 KiB", 4 * MIB);
WALK(walk_4k_16m, "-4k-16m", PAGE_4K, "16 MiB in pages of 4 KiB", 16 * MIB);
WALK(walk_4k_32m, "-4k-32m", PAGE_4K, "32 MiB in pages of 4 KiB", 32 * MIB);
WALK(walk_2m_4m, "-2m-4m", PAGE_2M, "4 MiB in pages of 2 MiB", 4 * MIB);
WALK(walk_2m_16m, "-2m-16m", PAGE_2M, "16 MiB in pages of 2 MiB", 16 * MIB);
WALK(walk_2m_32m, "-2m-32m", PAGE_2M, "32 MiB in pages of 2 MiB", 32 * MIB);
