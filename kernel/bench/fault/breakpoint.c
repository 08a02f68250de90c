/* INT3, BRK or EBREAK; the exception and the shortest handler are in the figure. A guest takes
 * it by itself unless the host debugs it. */
#include <hyperbench.h>

static const char *init(void) { return traps_skip() ? NULL : "nothing answers exceptions here"; }

TIMED_INSN(TRAP_BREAKPOINT)

BENCHMARK(.summary = "Take a breakpoint exception and return behind it", .init = init,
          .cleanup = traps_restore);
