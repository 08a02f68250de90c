/* Writes the OS lock (OSLAR_EL1) with what it is, which OSLSR_EL1 tells: kernels use it while
 * they save debug registers. MDCR_EL2.TDOSA makes it an exit; KVM always sets that. */
#include <hyperbench.h>
#include <sysreg.h>

TIMED_INSN_WITH(uint64_t locked = read_sysreg(oslsr_el1) >> 1 & 1, , "msr oslar_el1, %0",
                :
                : "r"(locked))

BENCHMARK(.summary = "Write the OS lock with what it is (OSLAR_EL1)", .path = PATH_HYPERVISOR,
          .exits = 1);
