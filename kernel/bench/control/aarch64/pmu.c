/* The control is written without the bits that reset counters. MDCR_EL2.TPM makes all exits:
 * KVM sets it, reads an event of the host's perf for the counter, and makes all counters'
 * events anew for a write. */
#include <write-back.h>

static const char *init(void)
{
    return sysreg_readable(pmccntr_el0) ? NULL : "the machine has no performance monitor";
}

TIMED_INSN_OF(run_read, control_read, , , "mrs x9, pmccntr_el0", : : : "x9")
TIMED_WRITE_BACK_OF(run_control, control_control, pmcr_el0)
TIMED_WRITE_BACK_OF(run_count, control_count, pmccntr_el0)

VARIANT_OF(run_read, control_read, read, "-read",
           .summary = "Read the cycle counter of the performance monitor (PMCCNTR_EL0)",
           .path = PATH_HYPERVISOR, .exits = 1, .init = init);
VARIANT_OF(run_control, control_control, write, "-write",
           .summary = "Write the performance monitor's control with its value (PMCR_EL0)",
           .path = PATH_HYPERVISOR, .exits = 1, .init = init);
VARIANT_OF(run_count, control_count, count, "-write-count",
           .summary = "Write the cycle counter of the performance monitor (PMCCNTR_EL0)",
           .path = PATH_HYPERVISOR, .exits = 1, .init = init);
