/* Test image only: never returns and cannot be interrupted; only the host can end it. */
#include <hyperbench.h>

static void hang(void)
{
    interrupts_disable();
    for (;;)
        cpu_relax();
}

TIMED_CALL(uint64_t unused = 0, , hang(), unused)

BENCHMARK(.summary = "Spin for ever with interrupts off", .recommended = {1, 1});
