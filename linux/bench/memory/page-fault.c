/* Linux finds a free page, clears and maps it; each batch gives its pages back first. With shadow
 * page tables each fault is the hypervisor's first. */
#include <process.h>

enum { PAGES = 256 };

static uint64_t region;

static const char *init(void)
{
    region = (uint64_t)process_memory(PAGES * PAGE_4K);
    return NULL;
}

static void prepare(uint64_t n) { DO(madvise, region, n * PAGE_4K, MADV_DONTNEED); }
static uint64_t supply(void) { return renewed(PAGES); }

TIMED_INSN_WITH(uint64_t base = region, uint64_t page = base + i * PAGE_4K, STORE_ZERO(page))

BENCHMARK(.summary = "Store to a page of memory for the first time", .flags = QUICK,
          .path = PATH_PAGING, .init = init, .prepare = prepare, .supply = supply,
          .also = "VMbench: page fault");
