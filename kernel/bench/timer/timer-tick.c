/* From end to end, as a kernel's tick. Nothing is subtracted but the loop: setting the timer,
 * the kernel's way into the handler and back, and a few turns of a loop that looks for it are
 * in the figure. A guest exits to set the timer where that is not the CPU's own, for the
 * interrupt where the host sees it first, and to end it where the interrupt controller is
 * emulated. */
#include "alarm.h"

TIMED_CALL(uint64_t now = 0, watch(i), alarm_and_wait(now), now)

BENCHMARK(.flags = QUICK,
          .summary = "Set the timer to now and take its interrupt, end of interrupt included",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = alarm_missing, .event = "interrupt");
