/* The control loop spins for the time that the timer is set to: what remains is how much later
 * the CPU is back. A hypervisor blocks the virtual CPU and wakes it, or polls before it
 * blocks; the way into the halt is over before the timer is due, and 400 µs are beyond what
 * hypervisors poll for. It is as exact as timer-latency. */
#include "alarm.h"

enum { SHORT = 20, LONG = 400, MILLION = 1000000 };

static uint64_t wait;

static const char *init(void)
{
    wait = mul_div(timer_hz(), operand, MILLION);
    return alarm_missing();
}

/* Another interrupt may end the halt as well. */
static inline void halt(uint64_t ticks)
{
    uint64_t before = alarms;
    interrupts_disable();
    alarm_start(ticks, count_alarm);
    while (alarms == before) {
        cpu_halt();
        interrupts_disable();
    }
    interrupts_enable();
}

TIMED_LOOP(run, uint64_t ticks = wait, watch(i), KEEP(ticks); halt(ticks))
TIMED_LOOP(control, uint64_t ticks = wait, watch(i), KEEP(ticks); spin_ticks(ticks))

BENCHMARK(.flags = QUICK,
          .summary = "Lateness of a timer interrupt that wakes the CPU from a halt of 20 µs",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .operand = SHORT, .init = init,
          .event = "halt");
VARIANT(halt_wake_long, "-long",
        .summary = "Lateness of a timer interrupt that wakes the CPU from a halt of 400 µs",
        .path = PATH_INTERRUPT, .exits = EXITS_VARY, .operand = LONG, .init = init);
