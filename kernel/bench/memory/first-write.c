/* The hypervisor finds memory, clears it, and builds its own entry for it. Of 2 MiB, mapped by
 * a large page, one word is written: a host that backs the guest with large pages builds one
 * entry, and clears 2 MiB. cold-access does it by a load, which a host may answer with a page
 * of zeroes that all share. Every page serves once, so batches end with this benchmark's
 * share. */
#include <hyperbench.h>

static struct fresh {
    uint64_t start, next; /* of this batch, and of the one after it */
    uint64_t end, size;
} fresh;

static const char *init(void)
{
    struct mem_region memory = cold_share(operand == PAGE_2M ? COLD_LARGE : COLD_WRITE);
    uint64_t start = align_up(memory.base, operand);
    uint64_t end = align_down(memory.base + memory.size, operand);
    if (end < start + 2 * operand)
        return "not enough untouched memory for two pages of this size";
    fresh = (struct fresh){0, mmu_window(), mmu_window() + end - start, operand};
    return mmu_map(fresh.next, start, end - start, operand) ? NULL
                                                            : "not enough memory for page tables";
}

static void prepare(uint64_t n)
{
    fresh.start = fresh.next;
    fresh.next += n * fresh.size;
}

TIMED_INSN_WITH(struct fresh f = fresh, uint64_t at = f.start + i * f.size, MEMORY_WRITE(at))

static uint64_t supply(void) { return (fresh.end - fresh.next) / fresh.size; }

VARIANT(first_write_4k, "-4k", .summary = "Write one word to a page that nobody has touched yet",
        .path = PATH_PAGING, .exits = EXITS_VARY, .needs = NEEDS_COLD_MEMORY, .operand = PAGE_4K,
        .init = init, .prepare = prepare, .supply = supply);
VARIANT(first_write_2m, "-2m",
        .summary = "Write one word to a page of 2 MiB that nobody has touched yet",
        .path = PATH_PAGING, .exits = 1, .needs = NEEDS_COLD_MEMORY, .operand = PAGE_2M,
        .init = init, .prepare = prepare, .supply = supply);
