/* Implementations keep controls of their own there. HCR_EL2.TACR traps it; KVM always does, and
 * answers from its copy: the plainest exit for a register there is. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, actlr_el1", : : : "x9")

BENCHMARK(.summary = "Read the auxiliary control register (ACTLR_EL1)", .path = PATH_HYPERVISOR,
          .exits = 1);
