/* Test image only: as many turns as operations, and a thousand more however few these are. */
#include <hyperbench.h>

enum { FIXED = 1000 };

static void turns(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        KEEP(i);
}

static void run(uint64_t n) { turns(FIXED + n); }
static void control(uint64_t n) { KEEP(n); }

BENCHMARK(.summary = "Cost a fixed amount and the same again for each operation",
          .recommended = {10, 10000});
