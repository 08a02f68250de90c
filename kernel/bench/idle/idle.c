/* Two reads of the counter with nothing between them: what the measurement itself adds and
 * how much it fluctuates. Ideally 0. */
#include <hyperbench.h>

TIMED_INSN("")

BENCHMARK(.summary = "Nothing at all: the measurement's own fluctuation",
          .recommended = {10, 1000000}, .once = true);
