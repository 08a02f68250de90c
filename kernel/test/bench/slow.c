/* Test image only: slow=NAME,... makes these benchmarks dearer by a fifth. Their loops, the
 * control's too, do six operations for every five that are accounted for. Batches of fewer than
 * five, and benchmarks that use up a supply, stay as they are. */
#include <hyperbench.h>

#include "../../core/calibrate.h"

static const char *slow;

bool set_test_option(const char *key, char *value)
{
    if (strcmp(key, "slow"))
        return false;
    slow = value;
    return true;
}

uint64_t loops_for(const struct benchmark *benchmark, uint64_t n)
{
    if (!slow || benchmark->supply || !list_contains(slow, benchmark->name))
        return n;
    return n + n / 5;
}
