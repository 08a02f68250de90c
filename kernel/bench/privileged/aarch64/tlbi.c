/* TLBI VMALLE1: drops this CPU's translations, the other half of MOV to CR3. The instruction
 * alone, without the DSB that waits for it; refilling the TLB falls to what runs next.
 * HCR_EL2.TTLB and HCR_EL2.FB make it an exit or a broadcast. */
#include <hyperbench.h>

TIMED_INSN("tlbi vmalle1", : : : "memory")

BENCHMARK(.summary = "Invalidate this CPU's TLB (TLBI VMALLE1)", .recommended = {10000, 10000000},
          .path = PATH_PAGING);
