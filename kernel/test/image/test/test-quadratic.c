/* Test image only: each operation takes one turn more than the one before it. */
#include <hyperbench.h>

static void run(uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        for (uint64_t turn = 0; turn < i; turn++)
            KEEP(turn);
}

static void control(uint64_t n) { KEEP(n); }

BENCHMARK(.summary = "Cost more for each operation than for the one before it",
          .recommended = {10, 10000});
