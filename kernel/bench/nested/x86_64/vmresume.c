/* An EPT violation is a read of memory that L1's EPT does not map. L1 leaves L2 where it is,
 * so that no VMREAD or VMWRITE is in the figure. The control loop is the way to VMRESUME and
 * back, without the two. L2 has EPT and a VPID where VMX has them; without EPT (-no-ept) a
 * hypervisor below keeps shadow page tables, or merges L2's with its own. */
#include <hyperbench.h>
#include <vmx_l2.h>

enum kind { BY_CPUID, BY_HLT, BY_IO, BY_VMCALL, BY_EPT, WITHOUT_EPT };

static const struct {
    const uint8_t *code;
    uint32_t reason, flags;
} kinds[] = {
    [BY_CPUID] = {l2_cpuid, EXIT_CPUID, 0},
    [BY_HLT] = {l2_hlt, EXIT_HLT, 0},
    [BY_IO] = {l2_in, EXIT_IO, 0},
    [BY_VMCALL] = {l2_vmcall, EXIT_VMCALL, 0},
    [BY_EPT] = {l2_read_hole, EXIT_EPT_VIOLATION, L2_NEEDS_EPT},
    [WITHOUT_EPT] = {l2_cpuid, EXIT_CPUID, L2_WITHOUT_EPT},
};

static const char *init(void)
{
    return l2_start(kinds[operand].code, 0, kinds[operand].reason, kinds[operand].flags);
}

L2_TIMED_LOOP(run, , , l2_resume)
L2_TIMED_LOOP(control, , , l2_not_entered)

BENCHMARK(.summary = "Resume L2 until its exit by CPUID (VMRESUME)", .operand = BY_CPUID,
          .exits = 2, VMX_BENCHMARK);

VARIANT(hlt, "-hlt", .summary = "Resume L2 until its exit by HLT", .operand = BY_HLT, .exits = 2,
        VMX_BENCHMARK);

VARIANT(io, "-io", .summary = "Resume L2 until its exit by a port access", .operand = BY_IO,
        .exits = 2, VMX_BENCHMARK);

VARIANT(vmcall, "-vmcall", .summary = "Resume L2 until its exit by VMCALL", .operand = BY_VMCALL,
        .exits = 2, VMX_BENCHMARK);

VARIANT(ept, "-ept-violation", .summary = "Resume L2 until its exit by an EPT violation",
        .operand = BY_EPT, .exits = 2, VMX_BENCHMARK);

VARIANT(no_ept, "-no-ept", .summary = "Resume L2 until its exit by CPUID, without EPT",
        .operand = WITHOUT_EPT, .exits = 2, VMX_BENCHMARK);
