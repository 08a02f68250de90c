/* Two reads of the counter with nothing between them: what the measurement itself adds and
 * how much it fluctuates. Ideally 0. */
#include <hyperbench.h>

TIMED_INSN(idle, , , "", )

BENCHMARK(idle, .name = "idle", .category = "idle",
          .summary = "Nothing at all: the measurement's own fluctuation",
          .recommended = {10, 1000000}, .run = idle_run, .control = idle_control, .once = true);
