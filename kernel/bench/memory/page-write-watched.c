/* Who moves a guest reads again and again which pages it has written, and then the first write to
 * each may leave the guest. Record `series` says when each batch was. */
#include <hyperbench.h>

#define DEFAULT_WORKING_SET (32UL * 1024 * 1024)

static struct pages {
    uint64_t start, mask; /* page i is at start + (i & mask) * PAGE_4K */
    uint64_t first, next; /* of this batch, and of the one after it */
} pages;

static const char *init(void)
{
    uint64_t wanted = options.working_set ? options.working_set : DEFAULT_WORKING_SET;
    uint64_t count = 1;
    while (count * 2 * PAGE_4K <= wanted)
        count *= 2;
    void *memory = heap_alloc(count * PAGE_4K, PAGE_4K);
    if (!memory)
        return "not enough memory for the working set";
    pages = (struct pages){.start = mmu_window(), .mask = count - 1};
    if (!mmu_map(pages.start, (uint64_t)memory, count * PAGE_4K, PAGE_4K))
        return "not enough memory for page tables";
    memset((void *)pages.start, 0, count * PAGE_4K);
    return NULL;
}

static void prepare(uint64_t n)
{
    pages.first = pages.next;
    pages.next += n;
}

TIMED_INSN_WITH(struct pages p = pages,
                uint64_t page = p.start + ((p.first + i) & p.mask) * PAGE_4K, MEMORY_WRITE(page))

BENCHMARK(.summary = "Write one word to a page, over and over, and when", .flags = EXTRA,
          .over_time = 100, .path = PATH_PAGING, .exits = EXITS_VARY, .init = init,
          .prepare = prepare);
