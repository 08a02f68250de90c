/* Changes a live page-table entry and then loads the root of the page tables, which flushes the
 * TLB, twice: the page is read-only and read in between. A kernel that changes many entries does
 * so. A hypervisor with shadow page tables brings them up to date when the root is loaded. */
#include "page.h"

static uint64_t root;

static const char *init(void)
{
    root = mmu_root();
    return page_make(ACCESS_READ);
}

static inline void entry_set_and_switch(const struct page *p, uint64_t value, uint64_t to)
{
    *(volatile uint64_t *)p->entry = value;
    mmu_switch(to);
}

static inline void modify(const struct page *p, uint64_t to)
{
    entry_set_and_switch(p, p->closed, to);
    page_read(p);
    entry_set_and_switch(p, p->open, to);
    page_write(p);
}

TIMED_CALL(uint64_t to = root, , modify(&page, to), to)

BENCHMARK(.summary = "Change a live page-table entry and load the root, twice", .path = PATH_PAGING,
          .init = init);
