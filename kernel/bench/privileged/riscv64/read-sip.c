/* A guest's comes from the hypervisor's hvip, what its timer says, and external lines, put
 * together by the CPU. */
#include <hyperbench.h>

TIMED_INSN("csrr t0, sip", : : : "t0")

BENCHMARK(.summary = "Read the pending interrupts (CSR sip)");
