/* Copy-on-write: Linux copies the private page of a mapped file. After a fork all pages of both
 * processes are such pages. */
#include <process.h>

enum { PAGES = 256 };

static uint64_t region;
static long file;

static const char *init(void)
{
    file = memory_file(PAGES * PAGE_4K);
    region = (uint64_t)process_memory(PAGES * PAGE_4K);
    return NULL;
}

static void prepare(uint64_t n)
{
    uint64_t size = n * PAGE_4K;
    DO(mmap, region, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0);
    for (uint64_t at = 0; at < size; at += PAGE_4K)
        (void)*(volatile uint8_t *)(region + at);
}

static uint64_t supply(void) { return renewed(PAGES); }

TIMED_INSN_WITH(uint64_t base = region, uint64_t page = base + i * PAGE_4K, STORE_ZERO(page))

BENCHMARK(.summary = "Store to a page that is shared until somebody does", .flags = QUICK,
          .path = PATH_PAGING, .init = init, .prepare = prepare, .supply = supply);
