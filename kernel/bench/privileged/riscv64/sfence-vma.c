/* Flushes this CPU's TLB: the other half of what Set CR3 does on x86. hstatus.VTVM makes it
 * trap as well. What refilling the TLB costs afterwards is part of the figure. */
#include <hyperbench.h>

TIMED_INSN(sfence_vma, , , "sfence.vma", : : : "memory")

BENCHMARK(sfence_vma, .name = "sfence-vma", .category = "privileged",
          .summary = "Flush the TLB (SFENCE.VMA)", .recommended = {10000, 10000000},
          .architectures = RISCV64, .run = sfence_vma_run, .control = sfence_vma_control);
