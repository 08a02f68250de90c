/* Watches for moments in which this CPU was somebody else's, by reading the counter back to back.
 */
#ifndef GAPS_H
#define GAPS_H

#include <hyperbench.h>

enum { GAPS_PASSES = 128, GAPS_MS = 1000 };

/* What a pass of the watch takes, in ticks, and from which on it is a gap. */
static struct {
    uint64_t usual, least;
} gaps_pass;

/* One pass: returns what it took. A gap is the time between two reads that is not the pass' own. */
static inline __attribute__((always_inline)) uint64_t gaps_take(uint64_t start, uint64_t *last)
{
    uint64_t now = timer_read(), took = now - *last;
    if (__builtin_expect(took >= gaps_pass.least, 0))
        series_add(*last - start, took - gaps_pass.usual);
    *last = now;
    return took;
}

/* What passes take, from the shortest to the longest. */
static void gaps_sample(uint64_t *passes)
{
    series_begin(gaps_pass.least);
    uint64_t start = timer_read(), last = start;
    for (int i = 0; i < GAPS_PASSES; i++)
        passes[i] = gaps_take(start, &last);
    sort_u64(passes, GAPS_PASSES);
}

/* Learns what passes take: first such as keep nothing, then such as keep every one, which may take
 * longer than any other. What takes twice as long as nearly all of these is a gap. */
static inline void gaps_open(void)
{
    uint64_t passes[GAPS_PASSES];
    gaps_pass.usual = 0;
    gaps_pass.least = UINT64_MAX;
    series_open("gap");
    gaps_sample(passes);
    uint64_t usual = passes[GAPS_PASSES / 2];
    gaps_pass.least = 0;
    gaps_sample(passes);
    gaps_pass.usual = usual;
    gaps_pass.least = 2 * max_u64(max_u64(passes[GAPS_PASSES * 95 / 100], usual), 1);
}

/* Watches for a second, or for half as long as a batch may take. */
static inline struct watched gaps_watch(void)
{
    uint64_t ms = min_u64(GAPS_MS, options.timeout_ms / 2);
    uint64_t ticks = max_u64(mul_div(timer_hz(), ms, 1000), 1);
    series_begin(gaps_pass.least - gaps_pass.usual);
    uint64_t start = timer_read(), last = start, taken = 0;
    while (last - start < ticks) {
        uint64_t took = gaps_take(start, &last);
        if (__builtin_expect(took >= gaps_pass.least, 0))
            taken += took - gaps_pass.usual;
    }
    series_end(start, last - start);
    return (struct watched){last - start, taken};
}

#endif
