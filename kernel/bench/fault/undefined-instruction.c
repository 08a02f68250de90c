/* UD2, UDF, or zeroes on RISC-V; the exception and the shortest handler are in the figure. KVM
 * looks at it first on x86, where it may be one that it emulates. On RISC-V it goes to the
 * firmware, or to the hypervisor in its place, which hands it back. */
#include <hyperbench.h>

static const char *init(void) { return traps_skip() ? NULL : "nothing answers exceptions here"; }

TIMED_INSN(TRAP_UNDEFINED)

BENCHMARK(.summary = "Take an undefined-instruction exception and return behind it",
          .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .init = init, .cleanup = traps_restore);
