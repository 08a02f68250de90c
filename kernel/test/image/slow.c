/* The option slow=NAME,... makes these benchmarks cost a fifth more; slow=20:NAME,... a twentieth.
 */
#include "slow.h"

static const char *slow;
static uint64_t part = 5;

static bool set_slow(const char *value)
{
    uint64_t number = 0;
    const char *rest = value;
    while (*rest >= '0' && *rest <= '9')
        number = 10 * number + (uint64_t)(*rest++ - '0');
    bool has_part = *rest == ':';
    slow = has_part ? rest + 1 : value;
    if (has_part)
        part = number;
    return part != 0;
}

TEST_OPTION("slow", set_slow);

uint64_t slow_turns(const struct benchmark *benchmark, uint64_t n)
{
    bool is_slowed = slow && !benchmark->supply && list_contains(slow, benchmark->name);
    return is_slowed ? n + n / part : n;
}
