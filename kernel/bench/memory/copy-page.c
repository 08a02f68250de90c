/* Copies a page of 4 KiB, a word at a time: what copy-on-write and message passing pay for memory
 * that everybody has touched before. No hypervisor has a part in it, unless it writes the page out
 * or watches which pages are written. */
#include <hyperbench.h>

enum { WORDS = PAGE_4K / sizeof(uint64_t) };

static volatile uint64_t *from, *to;

static inline void copy(volatile uint64_t *restrict out, const volatile uint64_t *restrict in)
{
    for (unsigned i = 0; i < WORDS; i++)
        out[i] = in[i];
}

static const char *init(void)
{
    from = heap_alloc(PAGE_4K, PAGE_4K);
    to = heap_alloc(PAGE_4K, PAGE_4K);
    if (!from || !to)
        return "not enough memory for two pages";
    copy(from, to); /* both are touched */
    return NULL;
}

TIMED_CALL(volatile uint64_t *out = to, , copy(out, from), out)

BENCHMARK(.summary = "Copy a page of 4 KiB a word at a time", .init = init);
