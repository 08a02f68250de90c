/* As after a change of code. A guest's own affair as long as its hypervisor sets neither
 * HCR_EL2.TICAB nor .TOCU; with HCR_EL2.FB the first is as wide as the second. */
#include <hyperbench.h>

TIMED_INSN_OF(run_iallu, control_iallu, , , "ic iallu", : : : "memory")
TIMED_INSN_OF(run_ialluis, control_ialluis, , , "ic ialluis", : : : "memory")

VARIANT_OF(run_iallu, control_iallu, iallu, "-iallu",
           .summary = "Invalidate this CPU's instruction cache (IC IALLU)");
VARIANT_OF(run_ialluis, control_ialluis, ialluis, "-ialluis",
           .summary = "Invalidate the instruction caches of all CPUs (IC IALLUIS)");
