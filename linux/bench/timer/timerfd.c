/* The control spins for as long, so that the wait falls out. */
#include <process.h>

#include "wait.h"

static long file;

static const char *init(void)
{
    file = DO(timerfd_create, CLOCK_MONOTONIC, 0);
    return wait_init();
}

static void set_and_read(void)
{
    const struct itimerspec time = {.value = {.nanoseconds = WAIT_NS}};
    uint64_t count;
    DO(timerfd_settime, file, 0, &time, 0);
    DO_ALL(8, read, file, &count, 8);
}

TIMED_LOOP(run, , , set_and_read())
TIMED_LOOP(control, uint64_t ticks = wait_ticks, , spin_ticks(ticks))

BENCHMARK(.summary = "Lateness of a timer of 100 µs that wakes a reader (timerfd)",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
