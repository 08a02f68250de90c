/* The monotonic clock. In a guest whose counter Linux does not trust, the code that Linux maps
 * into each process (vDSO) makes the system call. */
#include <process.h>

static clock_gettime_t *get;
static struct timespec now;

static const char *init(void)
{
    get = vdso_clock_gettime();
    return get ? NULL : "needs a vDSO with clock_gettime(), and Linux maps none";
}

TIMED_CALL(clock_gettime_t *function = get, , function(CLOCK_MONOTONIC, &now), function)
TIMED_CALL_OF(run_call, control_call, long clock = CLOCK_MONOTONIC, ,
              DO(clock_gettime, clock, &now), clock)

BENCHMARK(.summary = "Read the clock without a system call (vDSO)", .flags = QUICK, .init = init,
          .event = "user_clock_read");
VARIANT_OF(run_call, control_call, call, "-syscall", .summary = "Read the clock by a system call",
           .flags = QUICK, .event = "clock_read");
