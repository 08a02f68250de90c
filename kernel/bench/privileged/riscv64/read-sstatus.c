/* Like SMSW on x86, the low half of the register that governs the CPU. A guest reads its own
 * copy, vsstatus, under the H extension; without it a hypervisor has to emulate the read. */
#include <hyperbench.h>

TIMED_INSN("csrr t0, sstatus", : : : "t0")

BENCHMARK(.summary = "Read the status register (CSR sstatus)", .recommended = {10000, 10000000},
          .term = "sen");
