/* Who asks first after boot waits until Linux trusts its generator: that is before anything is
 * timed. */
#include <process.h>

enum { FEW = 16, MANY = 4096 };

static uint8_t bytes[MANY];

static const char *init(void)
{
    DO(getrandom, bytes, 1, 0);
    return NULL;
}

TIMED_CALL(uint64_t size = operand, , DO(getrandom, bytes, size, 0), size)

BENCHMARK(.summary = "Ask for 16 random bytes", .flags = QUICK, .operand = FEW, .init = init);
VARIANT(page, "-4k", .summary = "Ask for 4 KiB of random bytes", .operand = MANY, .init = init);
