/* Values over time, sent between the batches that they are of: record `series`. */
#ifndef SERIES_H
#define SERIES_H

#include <hyperbench.h>

/* Sends what batch `i` has kept since series_begin(); nothing where it kept no series. */
void series_report(const struct benchmark *benchmark, uint64_t i);

#endif
