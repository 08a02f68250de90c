/* The other half of MOV to CR3, without the DSB that waits for it. Refilling the TLB falls to
 * what runs next. HCR_EL2.TTLB and HCR_EL2.FB make it an exit or a broadcast. All CPUs (inner
 * shareable) are those of the machine, whether their vCPUs run or not. */
#include <hyperbench.h>

TIMED_INSN("tlbi vmalle1", : : : "memory")

/* Address 0 and address space 0: no page is mapped there, and all of ours are global. */
#define TLBI(name)                                                 \
    TIMED_INSN_OF(run_##name, control_##name, uint64_t zero = 0, , \
                  "tlbi " #name ", %0", : : "r"(zero) : "memory")

TLBI(vae1)
TLBI(aside1)
TLBI(vae1is)
TLBI(aside1is)
TIMED_INSN_OF(run_vmalle1is, control_vmalle1is, , , "tlbi vmalle1is", : : : "memory")

BENCHMARK(.summary = "Invalidate this CPU's TLB (TLBI VMALLE1)", .recommended = {10000, 10000000},
          .term = "sen", .path = PATH_PAGING);
VARIANT_OF(run_vae1, control_vae1, of_address, "-va",
           .summary = "Invalidate an address in this CPU's TLB (TLBI VAE1)", .path = PATH_PAGING);
VARIANT_OF(run_aside1, control_aside1, of_space, "-asid",
           .summary = "Invalidate an address space in this CPU's TLB (TLBI ASIDE1)",
           .path = PATH_PAGING);
VARIANT_OF(run_vmalle1is, control_vmalle1is, everywhere, "-is",
           .summary = "Invalidate the TLBs of all CPUs (TLBI VMALLE1IS)", .path = PATH_PAGING);
VARIANT_OF(run_vae1is, control_vae1is, of_address_everywhere, "-va-is",
           .summary = "Invalidate an address in the TLBs of all CPUs (TLBI VAE1IS)",
           .path = PATH_PAGING);
VARIANT_OF(run_aside1is, control_aside1is, of_space_everywhere, "-asid-is",
           .summary = "Invalidate an address space in the TLBs of all CPUs (TLBI ASIDE1IS)",
           .path = PATH_PAGING);
