/* Two instructions, the counterpart of PUSHF and POPF: the pair around every critical section,
 * which a hypervisor must either leave alone (its own interrupts ignore DAIF) or follow
 * closely. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, daif\n\tmsr daif, x9", : : : "x9", "memory")

BENCHMARK(.summary = "Read the interrupt mask and write it back (MRS and MSR of DAIF)",
          .recommended = {10000, 10000000}, .term = "sen");
