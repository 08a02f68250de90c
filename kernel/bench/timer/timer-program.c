/* As kernels do at every entry to and exit from idleness: no interrupt comes. With a local
 * APIC two registers are written to set it and one to take it back; Arm's timer has two and
 * RISC-V's one, which a guest may own; without Sstc they are calls to the SBI. */
#include "alarm.h"

static uint64_t ahead;

static const char *init(void)
{
    ahead = timer_hz();
    return alarm_missing();
}

static inline void program(uint64_t ticks)
{
    alarm_start(ticks, count_alarm);
    alarm_stop();
}

TIMED_CALL(uint64_t ticks = ahead, watch(i), program(ticks), ticks)

BENCHMARK(.summary = "Set the timer a second ahead and take that back", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY, .also = "DVH: ProgramTimer", .init = init, .event = "timer_set");
