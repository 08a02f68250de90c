/* Copies a page of 4 KiB, a word at a time: what copy-on-write and message passing pay for memory
 * that everybody has touched before. No hypervisor has a part in it, unless it writes the page out
 * or watches which pages are written. */
#include <hyperbench.h>

/* What is copied in one turn of the loop. */
struct line {
    uint64_t words[8];
};

static struct pages {
    const struct line *from;
    struct line *to;
} pages;

static inline void copy(struct pages p)
{
    for (unsigned i = 0; i < PAGE_4K / sizeof(struct line); i++)
        p.to[i] = p.from[i];
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
