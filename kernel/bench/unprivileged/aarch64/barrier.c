/* All is fetched anew behind ISB. Neither traps. HCR_EL2.BSU lets a hypervisor widen the
 * second, and translators of instructions end their blocks at the first. */
#include <hyperbench.h>

TIMED_INSN_OF(run_isb, control_isb, , , "isb", : : : "memory")
TIMED_INSN_OF(run_dsb, control_dsb, , , "dsb sy", : : : "memory")

VARIANT_OF(run_isb, control_isb, isb, "-isb",
           .summary = "Synchronize the instruction stream (ISB)");
VARIANT_OF(run_dsb, control_dsb, dsb, "-dsb", .summary = "Wait for all memory accesses (DSB SY)");
