/* Latency samples: every operation timed on its own, as a log-linear histogram. */
#ifndef LATENCY_H
#define LATENCY_H

#include <hyperbench.h>

/* Takes up to options.latency samples within the time budget and reports them. The cost of
 * the empty timing pair, control loop included, is measured first and subtracted. */
void measure_latency(const struct benchmark *benchmark);

#endif
