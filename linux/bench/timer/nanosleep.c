/* The control spins for as long, so that the wait falls out: what remains are the timer's
 * interrupt, the wake-up and the switch back. */
#include <process.h>

#include "wait.h"

static const char *init(void)
{
    DO(prctl, PR_SET_TIMERSLACK, 1, 0, 0, 0);
    return wait_init();
}

static void sleep(void)
{
    const struct timespec time = {.nanoseconds = WAIT_NS};
    DO(clock_nanosleep, CLOCK_MONOTONIC, 0, &time, 0);
}

TIMED_LOOP(run, , , sleep())
TIMED_LOOP(control, uint64_t ticks = wait_ticks, , spin_ticks(ticks))

BENCHMARK(.summary = "Lateness of the end of a sleep of 100 µs (clock_nanosleep)", .flags = QUICK,
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
