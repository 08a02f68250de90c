/* Makes a page in use read-only, reads it, makes it writable again and writes to it: two stores
 * to a live page-table entry, each with a flush of the page, as mprotect() does. Hypervisors
 * with shadow page tables follow each change. */
#include "page.h"

static const char *init(void) { return page_make(ACCESS_READ); }

static inline void protect(struct page p)
{
    entry_set(p, p.closed);
    page_read(p);
    entry_set(p, p.open);
    page_write(p);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p), protect(p), p.va)

BENCHMARK(.summary = "Make a live page read-only, then writable again, using it after each",
          .path = PATH_PAGING, .init = init);
