/* The measurement itself: a batch of operations between two reads of the counter, and the same of
 * its control. */
#ifndef BATCH_H
#define BATCH_H

#include <hyperbench.h>

struct batch {
    uint64_t run, control;           /* ticks */
    uint64_t run_mark, control_mark; /* numbers of the host's windows, 0 for none */
};

/* One batch: phases 2 to 7 of the paper's eight. */
struct batch measure_batch(const struct benchmark *benchmark, uint64_t n);

/* One timed loop. */
struct window {
    uint64_t mark; /* number of the host's window, 0 for none */
    uint64_t ticks;
};

/* Announces a window to the host and times `loop` in it. */
struct window measure_window(void (*loop)(uint64_t), uint64_t n);

/* Ticks that one pass of a loop of one operation took, and nothing subtracted. */
uint64_t measure_one(void (*loop)(uint64_t));

/* Operations that there is still material for, one kept for warming up. */
uint64_t supply_left(const struct benchmark *benchmark);

#endif
