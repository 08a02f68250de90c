/* The process is busy meanwhile; the handler ends the wait. The control spins for as long. */
#include <process.h>

#include "wait.h"

static volatile bool arrived;
static int timer;

static void handler(int signal)
{
    (void)signal;
    arrived = true;
}

static const char *init(void)
{
    timer = timer_of_signal(SIGUSR2);
    signal_handle(SIGUSR2, handler);
    return wait_init();
}

static void set_and_spin(void)
{
    const struct itimerspec time = {.value = {.nanoseconds = WAIT_NS}};
    arrived = false;
    DO(timer_settime, timer, 0, &time, 0);
    while (!arrived)
        cpu_relax();
}

static void cleanup(void) { CALL(timer_delete, timer); }

TIMED_LOOP(run, , , set_and_spin())
TIMED_LOOP(control, uint64_t ticks = wait_ticks, , spin_ticks(ticks))

BENCHMARK(.summary = "Lateness of the signal of a timer of 100 µs (timer_settime)",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init, .cleanup = cleanup);
