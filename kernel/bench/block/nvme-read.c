/* The scratch disk as an NVMe controller: machine=q35,disk=nvme. Data is compared as in disk-read.
 */
#include <disk.h>
#include <hyperbench.h>
#include <nvme.h>

enum { AREA = 1 << 20, WORDS = PAGE_4K / 8 };

static struct {
    uint64_t *page;
    uint64_t next; /* where the next request goes */
    bool has_pattern;
} state;

static uint64_t pattern(uint64_t at) { return at ^ 0x9e3779b97f4a7c15; }

static void expect(const volatile uint64_t *page, uint64_t at)
{
    if (page[0] != pattern(at) || page[WORDS - 1] != ~pattern(at))
        fail("the disk does not return what was written, at byte %lu", at);
}

static const char *init(void)
{
    state.has_pattern = false;
    state.next = 0;
    state.page = heap_alloc(PAGE_4K, PAGE_4K);
    return state.page ? nvme_open() : "not enough memory for a page";
}

static inline void read_next(uint64_t *page)
{
    page[0] = page[WORDS - 1] = 0;
    nvme_do(NVME_READ, state.next, page);
    expect(page, state.next);
    state.next = (state.next + PAGE_4K) % AREA;
}

static void prepare(uint64_t n)
{
    (void)n;
    for (uint64_t at = 0; at < AREA && !state.has_pattern; at += PAGE_4K) {
        state.page[0] = pattern(at);
        state.page[WORDS - 1] = ~pattern(at);
        nvme_do(NVME_WRITE, at, state.page);
    }
    state.has_pattern = true;
}

TIMED_CALL(uint64_t *page = state.page, , read_next(page), page)

VARIANT(r4k, "-4k", .summary = "Read 4 KiB of an NVMe disk and poll for them", .path = PATH_MONITOR,
        .exits = EXITS_VARY, .flags = DANGEROUS_ON_METAL, .needs = NEEDS_DISK,
        .work = {PAGE_4K, "B"}, .init = init, .cleanup = nvme_close, .prepare = prepare);
