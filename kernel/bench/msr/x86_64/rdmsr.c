/* What a bitmap of the hypervisor passes to the guest does not exit: FS base on KVM, the TSC
 * on Intel's processors. The hypervisor answers the rest from what it keeps, from its virtual
 * APIC or by asking its other parts, and an unknown number with #GP: exception, return and
 * handler are in the figure. QEMU's emulator returns 0 instead. */
#include <hyperbench.h>

#include "gates.h"
#include "layout.h"
#include "probe.h"

enum {
    MSR_TSC = 0x10,
    MSR_APIC_BASE = 0x1b,
    MSR_TSC_ADJUST = 0x3b,
    MSR_PERF_STATUS = 0x198,
    MSR_MISC_ENABLE = 0x1a0,
    MSR_FS_BASE = 0xc0000100,
    NO_MSR = 0x0badc0de,
    GENERAL_PROTECTION = 13
};

static void attempt(uint64_t msr) { asm volatile("rdmsr" : : "c"(msr) : "rax", "rdx"); }

static const char *init(void) { return probe_reason("RDMSR of this number", attempt, operand); }

/* Drops the error code and goes on behind RDMSR, which has two bytes. */
__attribute__((naked)) static void pass_over(void)
{
    asm volatile("add $8, %rsp\n\taddq $2, (%rsp)\n\tiretq");
}

static const char *init_unknown(void)
{
    gate_set(GENERAL_PROTECTION, (const void *)pass_over);
    return NULL;
}

TIMED_INSN_WITH(uint64_t msr = operand, , "rdmsr", : : "c"(msr) : "rax", "rdx")

#define EXIT .path = PATH_HYPERVISOR, .exits = 1

VARIANT(apic_base, "-apic-base", .summary = "Read where the local APIC is (IA32_APIC_BASE)",
        .also = "CVM: msr (0x1b)", .operand = MSR_APIC_BASE, .init = init, .event = "msr_read",
        EXIT);
VARIANT(fs_base, "-fs-base", .summary = "Read the base of segment FS (IA32_FS_BASE)",
        .also = "CVM: msr (0xc0000100)", .operand = MSR_FS_BASE, .init = init, .path = PATH_DIRECT);
VARIANT(tsc, "-tsc", .summary = "Read the time stamp counter as an MSR (IA32_TIME_STAMP_COUNTER)",
        .operand = MSR_TSC, .init = init, .path = PATH_HYPERVISOR, .exits = EXITS_VARY);
VARIANT(tsc_adjust, "-tsc-adjust",
        .summary = "Read what was added to the time stamp counter (IA32_TSC_ADJUST)",
        .also = "kut: rd_tsc_adjust_msr", .operand = MSR_TSC_ADJUST, .init = init, EXIT);
VARIANT(perf_status, "-perf-status", .summary = "Read the processor's speed (IA32_PERF_STATUS)",
        .also = "CVM: msr (0x198)", .operand = MSR_PERF_STATUS, .init = init, EXIT);
VARIANT(misc_enable, "-misc-enable",
        .summary = "Read the switches of Intel's processors (IA32_MISC_ENABLE)",
        .operand = MSR_MISC_ENABLE, .init = init, EXIT);
VARIANT(efer, "-efer", .summary = "Read the switches of long mode (EFER)", .operand = MSR_EFER,
        .init = init, EXIT);
VARIANT(unknown, "-unknown", .summary = "Read an MSR that no processor has, which ends in #GP",
        .operand = NO_MSR, .init = init_unknown, .cleanup = gates_reset, EXIT);
