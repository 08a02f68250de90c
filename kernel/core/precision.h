/* When enough batches have been taken. The only statistics that the guest does: the host
 * computes every figure again from the raw samples. */
#ifndef PRECISION_H
#define PRECISION_H

#include <stdbool.h>
#include <stdint.h>

enum { PRECISION_SAMPLES = 4096 };

/* The differences run - control of one benchmark's batches, kept in order. */
struct differences {
    int64_t sorted[PRECISION_SAMPLES];
    uint64_t count;
};

/* Puts a difference in its place; what exceeds PRECISION_SAMPLES is not looked at. */
void differences_add(struct differences *differences, int64_t value);

/* Whether the 95 % confidence interval of the median, from order statistics (normal
 * approximation of the binomial ranks: Conover, Practical Nonparametric Statistics, 3.2),
 * reaches at most `parts_per_million` of the median to either side on average. */
bool differences_precise(const struct differences *differences, uint64_t parts_per_million);

#endif
