/* Flushes this CPU's TLB: the other half of what Set CR3 does on x86. hstatus.VTVM makes it
 * trap as well. What refilling the TLB costs afterwards is part of the figure. */
#include <hyperbench.h>

TIMED_INSN("sfence.vma", : : : "memory")

BENCHMARK(.summary = "Flush the TLB (SFENCE.VMA)", .recommended = {10000, 10000000},
          .path = PATH_PAGING);
