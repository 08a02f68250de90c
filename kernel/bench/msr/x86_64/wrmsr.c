/* With the value that the register has. Bases and SYSCALL's targets are the guest's own on
 * AMD's processors, on Intel's the targets exit; SPEC_CTRL is passed on once the guest has
 * used it; for EFER and the MTRRs, which change how memory is translated, KVM looks whether
 * anything did change. PRED_CMD takes a command instead and holds nothing. */
#include <hyperbench.h>

#include "probe.h"
#include "x86.h"

enum {
    MSR_APIC_BASE = 0x1b,
    MSR_TSC_ADJUST = 0x3b,
    MSR_SPEC_CTRL = 0x48,
    MSR_PRED_CMD = 0x49,
    MSR_TSX_CTRL = 0x122,
    MSR_MISC_ENABLE = 0x1a0,
    MSR_PAT = 0x277,
    MSR_MTRR_DEFAULT_TYPE = 0x2ff,
    MSR_STAR = 0xc0000081,
    MSR_FS_BASE = 0xc0000100,
    MSR_KERNEL_GS_BASE = 0xc0000102,
    BARRIER = 1 /* of PRED_CMD */
};

static uint64_t value;

static void write(uint64_t msr) { wrmsr((uint32_t)msr, value); }

static void read_and_write(uint64_t msr)
{
    value = rdmsr((uint32_t)msr);
    write(msr);
}

static const char *init(void)
{
    return probe_reason("reading or writing this MSR", read_and_write, operand);
}

static const char *init_command(void)
{
    value = BARRIER;
    return probe_reason("writing this MSR", write, operand);
}

TIMED_INSN_WITH(uint64_t msr = operand; uint64_t low = (uint32_t)value;
                uint64_t high = value >> 32, , "wrmsr", : : "c"(msr), "a"(low),
                "d"(high) : "memory")

#define EXIT .path = PATH_HYPERVISOR, .exits = 1
#define DEPENDS .path = PATH_HYPERVISOR, .exits = EXITS_VARY

VARIANT(apic_base, "-apic-base", .summary = "Write where the local APIC is (IA32_APIC_BASE)",
        .operand = MSR_APIC_BASE, .init = init, .event = "msr_write", EXIT);
VARIANT(efer, "-efer", .summary = "Write the switches of long mode (EFER)",
        .also = "ACRN: wrmsr EFER", .operand = MSR_EFER, .init = init, EXIT);
VARIANT(star, "-star", .summary = "Write SYSCALL's segments (STAR)", .operand = MSR_STAR,
        .init = init, DEPENDS);
VARIANT(fs_base, "-fs-base", .summary = "Write the base of segment FS (IA32_FS_BASE)",
        .operand = MSR_FS_BASE, .init = init, .path = PATH_DIRECT);
VARIANT(kernel_gs_base, "-kernel-gs-base",
        .summary = "Write the GS base that SWAPGS brings (IA32_KERNEL_GS_BASE)",
        .also = "kut: wr_kernel_gs_base", .operand = MSR_KERNEL_GS_BASE, .init = init,
        .path = PATH_DIRECT);
VARIANT(tsc_adjust, "-tsc-adjust",
        .summary = "Write what is added to the time stamp counter (IA32_TSC_ADJUST)",
        .also = "kut: wr_tsc_adjust_msr", .operand = MSR_TSC_ADJUST, .init = init, EXIT);
VARIANT(spec_ctrl, "-spec-ctrl", .summary = "Write the limits of speculation (IA32_SPEC_CTRL)",
        .also = "kut: wr_ibrs_msr", .operand = MSR_SPEC_CTRL, .init = init, DEPENDS);
VARIANT(pred_cmd, "-pred-cmd",
        .summary = "Forget what branch predictors have learnt (IBPB in IA32_PRED_CMD)",
        .also = "kut: wr_ibpb_msr", .operand = MSR_PRED_CMD, .init = init_command, DEPENDS);
VARIANT(tsx_ctrl, "-tsx-ctrl", .summary = "Write the switches of transactions (IA32_TSX_CTRL)",
        .also = "kut: wr_tsx_ctrl_msr", .operand = MSR_TSX_CTRL, .init = init, EXIT);
VARIANT(misc_enable, "-misc-enable",
        .summary = "Write the switches of Intel's processors (IA32_MISC_ENABLE)",
        .also = "ACRN: wrmsr MISC", .operand = MSR_MISC_ENABLE, .init = init,
        .flags = DANGEROUS_ON_METAL, EXIT);
VARIANT(pat, "-pat", .summary = "Write the memory types of page-table entries (IA32_PAT)",
        .operand = MSR_PAT, .init = init, EXIT);
VARIANT(mtrr, "-mtrr", .summary = "Write the default memory type (IA32_MTRR_DEF_TYPE)",
        .operand = MSR_MTRR_DEFAULT_TYPE, .init = init, .flags = DANGEROUS_ON_METAL, EXIT);
