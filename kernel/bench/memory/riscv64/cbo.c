/* What a mode may use of them is in the envcfg of the mode above: without henvcfg.CBCFE or
 * .CBZE a hypervisor gets an exit, and KVM then refuses the instruction. */
#include <hyperbench.h>
#include <probe.h>

static uint64_t block[64] __attribute__((aligned(512)));

/* Assemblers know the names only with the extensions (unprivileged specification, "CMO"). */
#define CBO(operation, address) ".insn i 0x0f, 2, x0, " address ", " operation
#define FLUSH "2"
#define ZERO "4"

static const char *init_flush(void)
{
    return instruction_runs(CBO(FLUSH, "%[at]"), [at] "r"(block) : "memory")
               ? NULL
               : "the CPU has no CBO.FLUSH (Zicbom)";
}

static const char *init_zero(void)
{
    return instruction_runs(CBO(ZERO, "%[at]"), [at] "r"(block) : "memory")
               ? NULL
               : "the CPU has no CBO.ZERO (Zicboz)";
}

TIMED_INSN_OF(run_flush, control_flush, uint64_t at = (uint64_t)block, ,
              CBO(FLUSH, "%0"), : : "r"(at) : "memory")
TIMED_INSN_OF(run_zero, control_zero, uint64_t at = (uint64_t)block, ,
              CBO(ZERO, "%0"), : : "r"(at) : "memory")

VARIANT_OF(run_flush, control_flush, flush, "-flush",
           .summary = "Write a cache block back and drop it (CBO.FLUSH)", .init = init_flush);
VARIANT_OF(run_zero, control_zero, zero, "-zero", .summary = "Fill a cache block with 0 (CBO.ZERO)",
           .init = init_zero);
