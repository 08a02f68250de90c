/* Their entries are a line of the cache: pte-map with neighbours. A hypervisor with shadow
 * page tables may build the entries of all eight at once. */
#include "../page.h"

enum { PAGES = 8 };

static const char *init(void)
{
    uint64_t memory = (uint64_t)heap_alloc(PAGES * PAGE_4K, PAGE_4K);
    page.va = mmu_window();
    if (!memory || !mmu_map(page.va, memory, PAGES * PAGE_4K, PAGE_4K) ||
        !(page.entry = mmu_entry(page.va)))
        return "not enough memory for pages and their tables";
    for (unsigned i = 0; i < PAGES; i++)
        *(volatile uint64_t *)(page.va + i * PAGE_4K) = 0;
    page.open = *page.entry;
    page.closed = mmu_entry_for(page.open, ACCESS_NONE);
    return NULL;
}

static inline void store_all(struct page p, uint64_t value)
{
    for (unsigned i = 0; i < PAGES; i++)
        ((volatile uint64_t *)p.entry)[i] = value + i * PAGE_4K;
}

static inline void take_away(struct page p)
{
    store_all(p, p.closed);
    for (unsigned i = 0; i < PAGES; i++)
        mmu_flush_page(p.va + i * PAGE_4K);
}

static inline void map(struct page p)
{
    store_all(p, p.open);
    page_read(p);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p); take_away(p), map(p), p.va)

BENCHMARK(.summary = "Map eight pages where none were and read one", .path = PATH_PAGING,
          .init = init, .event = "entry_ahead");
