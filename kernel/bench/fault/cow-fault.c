/* The fault of copy-on-write: a store, a handler that makes the page writable, and the store
 * again. No page is copied: that is copy-page. The handler and what is subtracted are
 * page-fault's. With shadow page tables every such fault is the hypervisor's first; under
 * nested paging it sees nothing. */
#include "../paging/page.h"

static const char *init(void)
{
    const char *reason = page_make(ACCESS_READ);
    if (!reason && !traps_map(page.entry, page.open))
        return "nothing answers exceptions here";
    return reason;
}

TIMED_INSN_WITH(struct page p = page, entry_set(p, p.closed), MEMORY_WRITE(p.va))

BENCHMARK(.summary = "Take a fault on a read-only page and make it writable", .path = PATH_PAGING,
          .init = init, .cleanup = traps_restore, .event = "protection_fault");
