/* Memory for which large pages are asked for: one fault, and 2 MiB to clear. That Linux has a large
 * page left is looked for once. */
#include <process.h>

enum { PAGES = 4 };

static uint64_t region;

static void prepare(uint64_t n) { DO(madvise, region, n * PAGE_2M, MADV_DONTNEED); }

static const char *init(void)
{
    region = (uint64_t)process_memory(PAGES * PAGE_2M);
    DO(madvise, region, PAGES * PAGE_2M, MADV_HUGEPAGE);
    *(volatile uint8_t *)region = 1;
    uint64_t faults = process_faults();
    *(volatile uint8_t *)(region + PAGE_2M - 1) = 1;
    return process_faults() == faults ? NULL : "Linux gives no large page here";
}

static uint64_t supply(void) { return renewed(PAGES); }

TIMED_INSN_WITH(uint64_t base = region, uint64_t page = base + i * PAGE_2M, STORE_ZERO(page))

BENCHMARK(.summary = "Store to a large page of memory for the first time", .flags = QUICK,
          .path = PATH_PAGING, .init = init, .prepare = prepare, .supply = supply);
