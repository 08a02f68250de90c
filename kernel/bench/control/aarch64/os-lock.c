/* Kernels use the OS lock while they save debug registers; OSLSR_EL1 tells what it is.
 * MDCR_EL2.TDOSA makes the write an exit; KVM always sets that. */
#include <hyperbench.h>
#include <sysreg.h>

TIMED_INSN_WITH(uint64_t locked = read_sysreg(oslsr_el1) >> 1 & 1, ,
                "msr oslar_el1, %0", : : "r"(locked))

BENCHMARK(.summary = "Write the OS lock with what it is (OSLAR_EL1)", .path = PATH_HYPERVISOR,
          .exits = 1);
