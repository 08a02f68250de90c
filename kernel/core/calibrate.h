/* What the timer can tell, and so how many operations make a batch. */
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

struct idle measure_idle(void);

/* Chooses the batch size. Runs the operation at least once, so that the first batch finds
 * everything warm. */
struct plan make_plan(const struct benchmark *benchmark, const struct idle *idle);

#endif
