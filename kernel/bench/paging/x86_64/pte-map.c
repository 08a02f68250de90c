/* A store to a live page-table entry, and its first use. No fault and no flush is in it: an
 * x86 processor remembers nothing of an entry that allows nothing. The page is taken away
 * before each operation, in the control loop as well. With shadow page tables the read makes a
 * hypervisor build an entry. */
#include "../page.h"

static const char *init(void) { return page_make(ACCESS_NONE); }

static inline void map(struct page p)
{
    *(volatile uint64_t *)p.entry = p.open;
    page_read(p);
}

TIMED_CALL(struct page p = page, KEEP_PAGE(p); entry_set(p, p.closed), map(p), p.va)

BENCHMARK(.summary = "Map a page where none was and read it", .path = PATH_PAGING, .init = init,
          .event = "shadow_fill");
