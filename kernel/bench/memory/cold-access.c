/* The first read ever of a page: the hypervisor builds its own entry for it. Every page serves
 * once, so batches end with the pages there are. */
#include <hyperbench.h>

#define DEFAULT_WORKING_SET (64UL * 1024 * 1024)

static struct cold {
    uint64_t start, next; /* of this batch, and of the one after it */
    uint64_t pages, shift;
} cold;

static const char *init(void)
{
    struct mem_region memory = cold_share(COLD_READ);
    uint64_t page = options.page_size;
    uint64_t start = align_up(memory.base, page);
    uint64_t available = align_down(memory.base + memory.size - start, page);
    uint64_t wanted = options.working_set ? options.working_set : DEFAULT_WORKING_SET;
    uint64_t size = min_u64(align_down(wanted, page), available);
    if (size < 2 * page)
        return "not enough untouched memory for two pages of this size";
    cold.next = mmu_window();
    cold.pages = size / page;
    cold.shift = (uint64_t)__builtin_ctzl(page);
    return mmu_map(cold.next, start, size, page) ? NULL : "not enough memory for page tables";
}

static void prepare(uint64_t n)
{
    cold.start = cold.next;
    cold.next += n << cold.shift;
}

TIMED_INSN_WITH(struct cold c = cold, uint64_t page = c.start + (i << c.shift), MEMORY_READ(page))

static uint64_t supply(void) { return cold.pages - ((cold.next - mmu_window()) >> cold.shift); }

BENCHMARK(.summary = "Read one word of a page that nobody has touched yet",
          .recommended = {10, 100000}, .term = "cons", .path = PATH_PAGING, .exits = EXITS_VARY,
          .needs = NEEDS_COLD_MEMORY, .init = init, .prepare = prepare, .supply = supply);
