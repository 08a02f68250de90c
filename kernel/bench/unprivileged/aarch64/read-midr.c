/* The counterpart of SGDT and SIDT: state that a hypervisor wants to be its own choice. It
 * needs no trap for that: EL1 reads VPIDR_EL2 instead (Arm ARM, D19, "VPIDR_EL2"), so a cost
 * shows a hypervisor without EL2. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, midr_el1", : : : "x9")

BENCHMARK(.summary = "Read the CPU's main identification register (MIDR_EL1)",
          .recommended = {10000, 10000000}, .term = "sen");
