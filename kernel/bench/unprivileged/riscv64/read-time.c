/* What SGDT, SIDT and their like are on x86, an unprivileged read of what belongs to the
 * machine. But hcounteren.TM makes it trap; a hypervisor without a time offset in hardware has
 * to, and so has firmware on a CPU without such a register. */
#include <hyperbench.h>

TIMED_INSN("csrr t0, time", : : : "t0")

BENCHMARK(.summary = "Read the wall-clock counter (CSR time)", .recommended = {10000, 10000000},
          .term = "sen");
