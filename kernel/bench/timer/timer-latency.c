/* From the time that the timer was set to, 20 µs ahead, until its handler has run and
 * returned. The control loop spins for as long by the counter alone, so that the wait falls
 * out, and with it what setting the timer costs meanwhile. It is as exact as the timer's
 * ticks: 16 ns with most local APICs, and those of the CSR time on RISC-V, where the figure is
 * half a tick too low. In a guest the host takes the interrupt, and gives the guest its own. */
#include "alarm.h"

enum { MICROSECONDS = 20, MILLION = 1000000 };

static uint64_t wait;

static const char *init(void)
{
    wait = mul_div(timer_hz(), MICROSECONDS, MILLION);
    return alarm_missing();
}

TIMED_LOOP(run, uint64_t ticks = wait, watch(i), KEEP(ticks); alarm_and_wait(ticks))
TIMED_LOOP(control, uint64_t ticks = wait, watch(i), KEEP(ticks); spin_ticks(ticks))

BENCHMARK(.summary = "Lateness of a timer interrupt while the CPU is busy", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .also = "kut: tscdeadline_latency, timer_10ms; Jailhouse: apic-demo",
          .init = init);
