/* The counterpart of MOV from CR0. A hypervisor sees it only with HCR_EL2.TRVM, which covers
 * all registers of virtual memory alike, and which only one needs that shadows the guest's
 * tables. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, sctlr_el1", : : : "x9")

BENCHMARK(.summary = "Read the system control register (SCTLR_EL1)");
