/* To number 1 and then 0, the same tables both times, as between processes. Tagged entries
 * stay in the TLB. An exit each where HCR_EL2.TVM is set; an emulator without tags flushes its
 * TLB. */
#include <hyperbench.h>
#include <sysreg.h>

#define ASID_1 (1UL << 48)

TIMED_INSN_WITH(uint64_t root = read_sysreg(ttbr0_el1);
                uint64_t other = root | ASID_1, ,
                "msr ttbr0_el1, %0\n\tmsr ttbr0_el1, %1", : : "r"(other), "r"(root))

BENCHMARK(.summary = "Switch to another address space number and back (TTBR0_EL1, twice)",
          .path = PATH_PAGING);
