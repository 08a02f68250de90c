/* The load flushes the TLB; the page is read-only and read in between. Kernels that change
 * many entries do so. A hypervisor brings shadow page tables up to date when the root is
 * loaded. */
#include "page.h"

static const char *init(void) { return page_make(ACCESS_READ); }

static inline void entry_set_and_switch(struct page p, uint64_t value)
{
    *(volatile uint64_t *)p.entry = value;
    mmu_switch(p.root);
}

static inline void modify(struct page p)
{
    entry_set_and_switch(p, p.closed);
    page_read(p);
    entry_set_and_switch(p, p.open);
    page_write(p);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p), modify(p), p.va)

BENCHMARK(.flags = QUICK, .summary = "Change a live page-table entry and load the root, twice",
          .path = PATH_PAGING, .init = init, .event = "table_sync");
