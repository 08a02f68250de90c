/* What a cost is, in whole numbers: the median of batches, and between which two of them it lies.
 */
#include <lib.h>

enum { SIGN_SHIFT = 63 };

/* Signed numbers in the order of unsigned ones, and back. */
static uint64_t flipped(uint64_t value) { return value ^ 1UL << SIGN_SHIFT; }

/* `halves` / 2 / n in hundredths, to the nearest. */
static int64_t hundredths(int64_t halves, uint64_t n)
{
    int64_t divisor = (int64_t)(2 * n), half = halves < 0 ? -(int64_t)n : (int64_t)n;
    return halves / divisor * 100 + (halves % divisor * 100 + half) / divisor;
}

/* The median lies between the values of these ranks, from the lowest and from the highest, in 95 of
 * 100 cases or more: the most so many values of which each is as likely above as below it (David &
 * Nagaraja, Order Statistics, 7.1). 0 where there are too few. */
static uint64_t rank(uint64_t count)
{
    enum { EXACT = 62 /* whose sums of binomial coefficients fit into 64 bits */ };
    if (count > EXACT) /* the normal distribution's, rounded to the safe side */
        return (100 * count - 196 * square_root(10000 * count) / 100) / 200;
    uint64_t rank = 0, ways = 1, most = (1UL << count) / 40;
    for (uint64_t sum = 1; sum <= most; sum += ways) {
        rank++;
        ways = ways * (count - rank + 1) / rank;
    }
    return rank;
}

struct figure figure_of(int64_t *values, size_t count, uint64_t n)
{
    uint64_t *sorted = (uint64_t *)values;
    for (size_t i = 0; i < count; i++)
        sorted[i] = flipped(sorted[i]);
    sort_u64(sorted, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = flipped(sorted[i]);
    uint64_t k = rank(count);
    struct figure figure = {.median = hundredths(values[(count - 1) / 2] + values[count / 2], n),
                            .has_interval = k != 0};
    if (k) {
        figure.low = hundredths(2 * values[k - 1], n);
        figure.high = hundredths(2 * values[count - k], n);
    }
    return figure;
}
