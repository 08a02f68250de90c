/* Test image only: slow=NAME,... makes these benchmarks dearer by a fifth. */
#include "slow.h"

static const char *slow;

static bool set_slow(const char *value)
{
    slow = value;
    return true;
}

TEST_OPTION("slow", set_slow);

uint64_t slow_turns(const struct benchmark *benchmark, uint64_t n)
{
    bool dearer = slow && !benchmark->supply && list_contains(slow, benchmark->name);
    return dearer ? n + n / 5 : n;
}
