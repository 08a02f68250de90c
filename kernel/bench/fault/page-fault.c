/* A store to a page, a handler that maps it, and the store again. The handler stores the
 * entry, flushes the page where the CPU asks for that, and returns. Before each operation the
 * page is taken away again, in the control loop as well. With shadow page tables every fault
 * is the hypervisor's first, which finds out that it is the guest's; under nested paging it
 * sees nothing of it. */
#include "../paging/page.h"

static const char *init(void)
{
    const char *reason = page_make(ACCESS_NONE);
    if (!reason && !traps_map(page.entry, page.open))
        return "nothing answers exceptions here";
    return reason;
}

TIMED_INSN_WITH(struct page p = page, entry_set(p, p.closed), MEMORY_WRITE(p.va))

BENCHMARK(.flags = QUICK, .summary = "Take a page fault on an unmapped page and map it",
          .path = PATH_PAGING, .init = init, .cleanup = traps_restore, .event = "page_fault");
