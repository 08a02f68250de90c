/* Two stores to a live page-table entry, each with a flush of the page, and no fault. With
 * shadow page tables the hypervisor drops its entry, and the read makes it build a new one. */
#include "page.h"

static const char *init(void) { return page_make(ACCESS_NONE); }

static inline void unmap(struct page p)
{
    entry_set(p, p.closed);
    entry_set(p, p.open);
    page_read(p);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p), unmap(p), p.va)

BENCHMARK(.summary = "Unmap a live page, map it again and read it", .path = PATH_PAGING,
          .init = init);
