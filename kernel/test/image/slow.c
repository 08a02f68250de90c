/* The option slow=NAME,... makes these benchmarks cost a fifth more. */
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
    bool is_slowed = slow && !benchmark->supply && list_contains(slow, benchmark->name);
    return is_slowed ? n + n / 5 : n;
}
