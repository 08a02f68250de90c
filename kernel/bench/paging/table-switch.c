/* All 512 pages of the table are in use. A hypervisor with shadow page tables does not see the
 * store and compares the whole table; in pte-modify-and-switch the table has one page. */
#include "page.h"

enum { PAGES = 512 };

static const char *init(void)
{
    uint64_t memory = (uint64_t)heap_alloc(PAGES * PAGE_4K, PAGE_4K);
    page.va = mmu_window();
    page.root = mmu_root();
    if (!memory || !mmu_map(page.va, memory, PAGES * PAGE_4K, PAGE_4K) ||
        !(page.entry = mmu_entry(page.va)))
        return "not enough memory for 512 pages and their tables";
    for (uint64_t i = 0; i < PAGES; i++)
        *(volatile uint64_t *)(page.va + i * PAGE_4K) = 0;
    page.open = *page.entry;
    return NULL;
}

static inline void store_and_switch(struct page p)
{
    *(volatile uint64_t *)p.entry = p.open;
    mmu_switch(p.root);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p), store_and_switch(p), p.va)

BENCHMARK(.summary = "Store to an entry of a full page table and load the root",
          .path = PATH_PAGING, .init = init, .event = "entry_sync");
