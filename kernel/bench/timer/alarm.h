/* What the timer's benchmarks share: an alarm whose handler counts. */
#ifndef ALARM_H
#define ALARM_H

#include <hyperbench.h>

static volatile uint64_t alarms;

static void count_alarm(void) { alarms = alarms + 1; }

/* Before the index-th operation, in both loops: stands in for the watchdog, whose alarm it is. */
static inline void watch(uint64_t index)
{
    enum { OPERATIONS = 64 };
    if (index % OPERATIONS == 0)
        deadline_check();
}

/* Sets the alarm and spins until its handler has run. */
static inline void alarm_and_wait(uint64_t ticks)
{
    uint64_t before = alarms;
    alarm_start(ticks, count_alarm);
    await_change(&alarms, before);
}

/* Returns NULL, or why there are no alarms here. */
static inline const char *alarm_missing(void)
{
    enum { PART_OF_SECOND = 2 }; /* a busy emulator may be late */
    uint64_t before = alarms, begun = timer_read();
    if (!alarm_start(0, count_alarm))
        return "the machine has no timer interrupt that the kernel can use";
    while (alarms == before && timer_read() - begun < timer_hz() / PART_OF_SECOND)
        ;
    return alarms == before ? "the timer's interrupt does not arrive" : NULL;
}

#endif
