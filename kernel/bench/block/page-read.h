/* What reads of pages share, whatever the disk is behind. Data is compared as in disk-read. */
#ifndef PAGE_READ_H
#define PAGE_READ_H

#include <disk.h>
#include <hyperbench.h>
#include <page_disk.h>

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

#define PAGE_READS(driver, text)                                                      \
    static const char *init(void)                                                     \
    {                                                                                 \
        state.has_pattern = false;                                                    \
        state.next = 0;                                                               \
        state.page = heap_alloc(PAGE_4K, PAGE_4K);                                    \
        return state.page ? driver##_open() : "not enough memory for a page";         \
    }                                                                                 \
                                                                                      \
    static inline void read_next(uint64_t *page)                                      \
    {                                                                                 \
        page[0] = page[WORDS - 1] = 0;                                                \
        driver##_do(PAGE_READ, state.next, page);                                     \
        expect(page, state.next);                                                     \
        state.next = (state.next + PAGE_4K) % AREA;                                   \
    }                                                                                 \
                                                                                      \
    static void prepare(uint64_t n)                                                   \
    {                                                                                 \
        (void)n;                                                                      \
        for (uint64_t at = 0; at < AREA && !state.has_pattern; at += PAGE_4K) {       \
            state.page[0] = pattern(at);                                              \
            state.page[WORDS - 1] = ~pattern(at);                                     \
            driver##_do(PAGE_WRITE, at, state.page);                                  \
        }                                                                             \
        state.has_pattern = true;                                                     \
    }                                                                                 \
                                                                                      \
    TIMED_CALL(uint64_t *page = state.page, , read_next(page), page)                  \
                                                                                      \
    VARIANT(r4k, "-4k", .summary = text, .path = PATH_MONITOR, .exits = EXITS_VARY,   \
            .flags = DANGEROUS_ON_METAL, .needs = NEEDS_DISK, .work = {PAGE_4K, "B"}, \
            .init = init, .cleanup = driver##_close, .prepare = prepare)

#endif
