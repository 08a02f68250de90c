/* A read after the first, a write after the second, and each store to the live entry with a
 * flush of the page, as mprotect() does. Hypervisors with shadow page tables follow each
 * change. */
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
