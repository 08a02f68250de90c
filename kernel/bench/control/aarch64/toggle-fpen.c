/* CPACR_EL1.FPEN, each with its ISB: what a kernel does around its lazy switch of them.
 * CPTR_EL2.TCPAC would make both exits; only guest hypervisors are known to need that. */
#include <hyperbench.h>
#include <sysreg.h>

#define FPEN (3UL << 20) /* Arm ARM, D19, "CPACR_EL1" */

TIMED_INSN_WITH(uint64_t now = read_sysreg(cpacr_el1); uint64_t off = now & ~FPEN;
                uint64_t on = now | FPEN, ,
                "msr cpacr_el1, %0\n\tisb\n\tmsr cpacr_el1, %1\n\tisb", : : "r"(off), "r"(on))

BENCHMARK(.summary = "Take the vector registers away and give them back (CPACR_EL1)");
