/* As copy-on-write and message passing do. No hypervisor has a part in it, unless it writes
 * the page out or watches which pages are written. */
#include <hyperbench.h>

enum { WORDS = PAGE_4K / sizeof(uint64_t), TURN = 4 };

static struct pages {
    const uint64_t *from;
    uint64_t *to;
} pages;

/* Four words a turn: with one, most instructions would be the loop's own. */
static inline void copy(struct pages p)
{
    for (unsigned i = 0; i < WORDS; i += TURN) {
        uint64_t a = p.from[i], b = p.from[i + 1], c = p.from[i + 2], d = p.from[i + 3];
        p.to[i] = a;
        p.to[i + 1] = b;
        p.to[i + 2] = c;
        p.to[i + 3] = d;
    }
}

static const char *init(void)
{
    pages = (struct pages){heap_alloc(PAGE_4K, PAGE_4K), heap_alloc(PAGE_4K, PAGE_4K)};
    if (!pages.from || !pages.to)
        return "not enough memory for two pages";
    copy(pages); /* both are touched */
    return NULL;
}

TIMED_CALL(struct pages p = pages, asm volatile("" : : "r"(p.from)), copy(p), p.to)

BENCHMARK(.summary = "Copy a page of 4 KiB a word at a time", .init = init);
