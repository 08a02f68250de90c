/* CPU 1 is turned off by itself, at the request of CPU 0, which turns it on again. */
#ifndef CPU_OFF_ON_H
#define CPU_OFF_ON_H

#include <hyperbench.h>
#include <smp.h>

enum { OTHER = 1 };

static bool lost;

/* Nothing is asked of a CPU that did not come back. */
static void off_and_on(void)
{
    uint64_t start = timer_read(), limit = timer_hz();
    if (lost)
        return;
    on_cpu(OTHER, smp_turn_off, NULL);
    while (!smp_is_off(OTHER) && !lost)
        lost = timer_read() - start > limit;
    lost = lost || !smp_turn_on(OTHER);
    while (!lost && !cpu_is_idle(OTHER))
        lost = timer_read() - start > limit;
}

static const char *init(void)
{
    off_and_on();
    return lost ? "CPU 1 does not turn itself off, or does not come back" : NULL;
}

TIMED_CALL(uint64_t kept = 0, , off_and_on(), kept)

#endif
