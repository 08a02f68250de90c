/* The TLB, and on a miss the (two-dimensional) page walk. One read a page; working set and page
 * size are options. */
#include <hyperbench.h>

enum { DEFAULT_WORKING_SET = 4 * 1024 * 1024 };

static struct walk {
    uint64_t start, mask, shift; /* page i is at start + ((i & mask) << shift) */
} walk;

static const char *init(void)
{
    uint64_t page = options.page_size;
    uint64_t wanted = options.working_set ? options.working_set : DEFAULT_WORKING_SET;
    uint64_t pages = 1;
    while (pages * 2 * page <= wanted)
        pages *= 2;
    void *memory = heap_alloc(pages * page, page);
    if (!memory)
        return "not enough memory for the working set";
    walk = (struct walk){mmu_window(), pages - 1, (uint64_t)__builtin_ctzl(page)};
    if (!mmu_map(walk.start, (uint64_t)memory, pages * page, page))
        return "not enough memory for page tables";
    for (uint64_t i = 0; i < pages; i++) /* the first of the two passes */
        (void)*(volatile uint64_t *)(walk.start + i * page);
    return NULL;
}

TIMED_INSN_WITH(struct walk w = walk, uint64_t page = w.start + ((i & w.mask) << w.shift),
                MEMORY_READ(page))

BENCHMARK(.summary = "Read one word of a page that was read before", .recommended = {10, 100000},
          .term = "two", .path = PATH_PAGING, .init = init);
