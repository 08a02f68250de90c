/* Test image only: takes the alarm from the watchdog and awaits what never comes; the wait ends the
 * benchmark by itself. */
#include <hyperbench.h>

static volatile uint64_t never;

static void wait_in_vain(void)
{
    alarm_stop();
    await_change(&never, 0);
}

TIMED_CALL(uint64_t unused = 0, , wait_in_vain(), unused)

BENCHMARK(.summary = "Await for ever what no alarm brings", .recommended = {1, 1});
