#include "precision.h"

#include <lib.h>

void differences_add(struct differences *differences, int64_t value)
{
    if (differences->count == PRECISION_SAMPLES)
        return;
    uint64_t hole = differences->count++;
    for (; hole > 0 && differences->sorted[hole - 1] > value; hole--)
        differences->sorted[hole] = differences->sorted[hole - 1];
    differences->sorted[hole] = value;
}

bool differences_precise(const struct differences *differences, uint64_t parts_per_million)
{
    uint64_t n = differences->count;
    /* Ranks (n -+ 1.96 sqrt n) / 2, in hundredths: 38416 = (100 * 1.96)^2. */
    uint64_t reach = square_root(38416 * n);
    uint64_t rank = 100 * n > reach ? (100 * n - reach) / 200 : 0;
    if (rank < 1)
        return false;
    int64_t low = differences->sorted[rank - 1];
    int64_t high = differences->sorted[n - rank];
    int64_t median = differences->sorted[n / 2];
    uint64_t size = (uint64_t)(median < 0 ? -median : median);
    return (uint64_t)(high - low) <= mul_div(2 * size, parts_per_million, 1000000);
}
