/* It takes a second on any machine; what counts is what happens meanwhile, which `--events` tells
 * in the lab. Linux stops its tick while it is idle, unless it is told not to: `linux=nohz=off` for
 * 250 ticks a second, in the lab under KVM with `no-kvmclock tsc_early_khz=250000 tsc=reliable` for
 * 1,000. In the others a timer of the process' own takes the tick's place. */
#include <process.h>

enum { BILLION = 1000000000 };

static const char *init(void)
{
    DO(prctl, PR_SET_TIMERSLACK, 1, 0, 0, 0);
    return NULL;
}

/* The end lies on the clock: what the wake-ups take is not added. */
static void sleep_in_parts(void)
{
    enum { TIMER_ABSTIME = 1 };
    struct timespec until;
    DO(clock_gettime, CLOCK_MONOTONIC, &until);
    for (uint64_t i = 0; i < operand; i++) {
        until.nanoseconds += BILLION / (long)operand;
        if (until.nanoseconds >= BILLION) {
            until.nanoseconds -= BILLION;
            until.seconds++;
        }
        DO(clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0);
    }
}

TIMED_CALL(long unused = 0, , sleep_in_parts(), unused)

#define TICKS(rate)                                                                             \
    .flags = EXTRA, .operand = rate, .path = PATH_INTERRUPT, .exits = EXITS_VARY, .once = true, \
    .init = init

BENCHMARK(TICKS(1), .summary = "Do nothing for a second", .also = "VMI: idle CPU use");
VARIANT(slow, "-250hz", TICKS(250), .summary = "Do nothing for a second, woken 250 times");
VARIANT(fast, "-1000hz", TICKS(1000), .summary = "Do nothing for a second, woken 1,000 times");
