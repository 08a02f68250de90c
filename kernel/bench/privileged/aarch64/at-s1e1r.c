/* As for a read at EL1, into PAR_EL1. Only first-stage tables are looked into, so no
 * hypervisor needs to answer it; HCR_EL2.AT lets one that runs a guest hypervisor do so. */
#include <hyperbench.h>

TIMED_INSN_WITH(uint64_t address = (uint64_t)&operand, ,
                "at s1e1r, %0", : : "r"(address) : "memory")

BENCHMARK(.summary = "Translate an address (AT S1E1R)");
