/* How many operations make a batch, and how long a batch takes. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <hyperbench.h>

/* What two adjacent counter reads show, in ticks. */
struct idle {
    uint64_t min, median, max;
    uint64_t fluctuation; /* 95th percentile above the minimum */
    uint64_t step;        /* every difference of two reads is a multiple of it */
};

struct plan {
    uint64_t n;
    uint64_t batches;
    const char *why; /* "calibrated", "paper", "fixed", "asked", "limited" */
};

struct batch {
    uint64_t run, control;           /* ticks */
    uint64_t run_mark, control_mark; /* numbers of the host's windows, 0 for none */
};

/* One timed loop. */
struct window {
    uint64_t mark; /* number of the host's window, 0 for none */
    uint64_t ticks;
};

struct idle measure_idle(void);

/* Announces a window to the host and times `loop` in it. */
struct window measure_window(void (*loop)(uint64_t), uint64_t n);

/* Ticks that one pass of a loop of one operation took, and nothing subtracted. */
uint64_t measure_one(void (*loop)(uint64_t));

/* Operations that there is still material for, one kept for warming up. */
uint64_t supply_left(const struct benchmark *benchmark);

/* One batch: phases 2 to 7 of the paper's eight. */
struct batch measure_batch(const struct benchmark *benchmark, uint64_t n);

/* Chooses the batch size. Runs the operation at least once, so that the first batch finds
 * everything warm. */
struct plan make_plan(const struct benchmark *benchmark, const struct idle *idle);

#endif
