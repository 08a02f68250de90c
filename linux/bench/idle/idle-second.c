/* A second in which nobody has anything to do. What it costs is a second, on any machine; what
 * counts is what happens meanwhile, which `--events` tells in the lab: instructions by who executes
 * them, and exits by their reason, both a second. Linux stops its tick while it is idle, unless it
 * is told not to (`linux=nohz=off`, 250 ticks a second). In the lab under KVM
 * `linux=nohz=off no-kvmclock tsc_early_khz=250000 tsc=reliable` has its clock go four times as
 * fast: 1,000 ticks in what is a second outside. A timer of the process' own takes the tick's place
 * here, at the rates that kernels are built with. It takes a second each time, and so runs only
 * when it is named. */
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
