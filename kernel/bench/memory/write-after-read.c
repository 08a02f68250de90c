/* A host may have answered the reads with one page of zeroes, mapped read-only: then it finds
 * memory now, a second exit for the page. The reads are outside the measurement. Every page
 * serves once. */
#include <hyperbench.h>

static struct fresh {
    uint64_t start, next, end; /* of this batch, of the one after it, of all */
} fresh;

static const char *init(void)
{
    struct mem_region memory = cold_share(COLD_READ_THEN_WRITE);
    if (memory.size < 2 * PAGE_4K)
        return "not enough untouched memory for two pages";
    fresh = (struct fresh){0, mmu_window(), mmu_window() + memory.size};
    return mmu_map(fresh.next, memory.base, memory.size, PAGE_4K)
               ? NULL
               : "not enough memory for page tables";
}

static void prepare(uint64_t n)
{
    fresh.start = fresh.next;
    fresh.next += n * PAGE_4K;
    for (uint64_t page = fresh.start; page < fresh.next; page += PAGE_4K)
        (void)*(volatile uint64_t *)page;
}

TIMED_INSN_WITH(uint64_t start = fresh.start, uint64_t page = start + i * PAGE_4K,
                MEMORY_WRITE(page))

static uint64_t supply(void) { return (fresh.end - fresh.next) / PAGE_4K; }

BENCHMARK(.summary = "Write one word to a page that was only read before", .path = PATH_PAGING,
          .exits = EXITS_VARY, .needs = NEEDS_COLD_MEMORY, .init = init, .prepare = prepare,
          .supply = supply);
