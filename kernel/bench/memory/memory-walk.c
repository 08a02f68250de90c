/* Follows pointers through a growing set of memory, in a random order that comes to every 4 KiB of
 * it once a round: each load needs the one before, so that its whole latency shows. memory-walk-4k
 * maps the set with pages of 4 KiB, memory-walk-2m with pages of 2 MiB, and both read the same
 * words: what they differ in are TLB misses. A guest's miss walks two sets of page tables, and an
 * entry of the TLB covers the smaller of both page sizes. */
#include <hyperbench.h>

enum { STRIDE = PAGE_4K, LINE = 64 };

/* The operand: the set's size, and in bits of their own the size of its pages. */
#define KIB 1024UL
#define MIB (1024 * KIB)
#define PAGE_SIZES ((uint64_t)(PAGE_4K | PAGE_2M))

static uint64_t first;

/* The same line of every page would fall into the same few sets of a cache. */
static uint64_t *word(uint64_t index)
{
    return (uint64_t *)(first + index * STRIDE + index * LINE % STRIDE);
}

/* A linear congruential generator (Knuth's MMIX constants); its high bits are good enough. */
static uint64_t random_below(uint64_t *state, uint64_t limit)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (*state >> 32) % limit;
}

/* Sattolo's shuffle: a permutation that is a single cycle. */
static void link_words(uint64_t words)
{
    uint64_t state = 0;
    for (uint64_t i = 0; i < words; i++)
        *word(i) = (uint64_t)word(i);
    for (uint64_t i = words - 1; i > 0; i--) {
        uint64_t *other = word(random_below(&state, i)), kept = *word(i);
        *word(i) = *other;
        *other = kept;
    }
}

static const char *init(void)
{
    uint64_t page = operand & PAGE_SIZES, size = operand & ~PAGE_SIZES;
    void *memory = heap_alloc(size, page);
    first = mmu_window();
    if (!memory || !mmu_map(first, (uint64_t)memory, size, page))
        return "needs a machine with four times as much memory as the set";
    link_words(size / STRIDE);
    return NULL;
}

TIMED_CALL(uint64_t at = first, , at = *(volatile uint64_t *)at, at)

#define WALK(id, suffix, pages, text, size)                                               \
    VARIANT(id, suffix, .summary = "Follow a pointer through " text, .path = PATH_PAGING, \
            .operand = (size) | (pages), .init = init)

WALK(walk_4k_64k, "-4k-64k", PAGE_4K, "64 KiB in pages of 4 KiB", 64 * KIB);
WALK(walk_4k_1m, "-4k-1m", PAGE_4K, "1 MiB in pages of 4 KiB", 1 * MIB);
WALK(walk_4k_4m, "-4k-4m", PAGE_4K, "4 MiB in pages of 4 KiB", 4 * MIB);
WALK(walk_4k_16m, "-4k-16m", PAGE_4K, "16 MiB in pages of 4 KiB", 16 * MIB);
WALK(walk_4k_32m, "-4k-32m", PAGE_4K, "32 MiB in pages of 4 KiB", 32 * MIB);
WALK(walk_2m_4m, "-2m-4m", PAGE_2M, "4 MiB in pages of 2 MiB", 4 * MIB);
WALK(walk_2m_16m, "-2m-16m", PAGE_2M, "16 MiB in pages of 2 MiB", 16 * MIB);
WALK(walk_2m_32m, "-2m-32m", PAGE_2M, "32 MiB in pages of 2 MiB", 32 * MIB);
