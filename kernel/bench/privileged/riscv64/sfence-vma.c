/* Like Set CR3 on x86; refilling the TLB afterwards is in the figure. hstatus.VTVM makes it
 * trap. */
#include <hyperbench.h>
#include <probe.h>

TIMED_INSN("sfence.vma", : : : "memory")

/* Address 0 is not mapped, and address space 1 not used. */
#define ADDRESS uint64_t address = 0
#define SPACE uint64_t space = 1

TIMED_INSN_OF(run_address, control_address, ADDRESS, , "sfence.vma %0", : : "r"(address) : "memory")
TIMED_INSN_OF(run_space, control_space, SPACE, , "sfence.vma zero, %0", : : "r"(space) : "memory")
TIMED_INSN_OF(run_both, control_both, ADDRESS;
              SPACE, , "sfence.vma %0, %1", : : "r"(address), "r"(space) : "memory")

/* SFENCE.W.INVAL, SINVAL.VMA with an address, SFENCE.INVAL.IR (privileged specification,
 * "Svinval"): assemblers know the names only with the extension. */
#define SVINVAL(address) \
    ".word 0x18000073\n\t.insn r 0x73, 0, 0x0b, x0, " address ", x0\n\t.word 0x18100073"

static const char *init_svinval(void)
{
    return instruction_runs(SVINVAL("zero"), : "memory") ? NULL : "the CPU has no Svinval";
}

TIMED_INSN_OF(run_svinval, control_svinval, ADDRESS, , SVINVAL("%0"), : : "r"(address) : "memory")

BENCHMARK(.summary = "Flush the TLB (SFENCE.VMA)", .recommended = {10000, 10000000}, .term = "sen",
          .path = PATH_PAGING);
VARIANT_OF(run_address, control_address, of_address, "-address",
           .summary = "Flush an address from the TLB (SFENCE.VMA)", .path = PATH_PAGING);
VARIANT_OF(run_space, control_space, of_space, "-asid",
           .summary = "Flush an address space from the TLB (SFENCE.VMA)", .path = PATH_PAGING);
VARIANT_OF(run_both, control_both, of_both, "-address-asid",
           .summary = "Flush an address of an address space from the TLB (SFENCE.VMA)",
           .path = PATH_PAGING);
VARIANT_OF(run_svinval, control_svinval, svinval, "-svinval",
           .summary = "Flush an address from the TLB between fences (SINVAL.VMA)",
           .path = PATH_PAGING, .init = init_svinval);
