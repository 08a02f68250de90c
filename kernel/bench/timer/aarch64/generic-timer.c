/* A guest has the virtual counter and timer to itself. The physical ones belong to the host
 * where CNTHCTL_EL2 says so: KVM emulates the physical timer, and the counter with it, unless
 * the processor can offset both (FEAT_ECV). The physical timer is off. */
#include <write-back.h>

#define READ(name) TIMED_INSN_OF(run_##name, control_##name, , , "mrs x9, " #name, : : : "x9")
#define WRITE(name) TIMED_WRITE_BACK_OF(run_write_##name, control_write_##name, name)

READ(cntvct_el0)
READ(cntpct_el0)
READ(cntv_ctl_el0)
READ(cntp_ctl_el0)
WRITE(cntv_cval_el0)
WRITE(cntp_cval_el0)

static const char *init_physical(void)
{
    return sysreg_readable(cntp_ctl_el0) ? NULL : "the physical timer is kept from this machine";
}

VARIANT_OF(run_cntvct_el0, control_cntvct_el0, virtual_counter, "-cntvct",
           .summary = "Read the virtual counter (CNTVCT_EL0)");
VARIANT_OF(run_cntpct_el0, control_cntpct_el0, physical_counter, "-cntpct",
           .summary = "Read the physical counter (CNTPCT_EL0)", .exits = EXITS_VARY);
VARIANT_OF(run_cntv_ctl_el0, control_cntv_ctl_el0, virtual_control, "-read-cntv-ctl",
           .summary = "Read the virtual timer's control (CNTV_CTL_EL0)");
VARIANT_OF(run_write_cntv_cval_el0, control_write_cntv_cval_el0, virtual_value, "-write-cntv-cval",
           .summary = "Write the virtual timer's value with what it is (CNTV_CVAL_EL0)");
VARIANT_OF(run_cntp_ctl_el0, control_cntp_ctl_el0, physical_control, "-read-cntp-ctl",
           .summary = "Read the physical timer's control (CNTP_CTL_EL0)", .path = PATH_HYPERVISOR,
           .exits = EXITS_VARY, .init = init_physical);
VARIANT_OF(run_write_cntp_cval_el0, control_write_cntp_cval_el0, physical_value, "-write-cntp-cval",
           .summary = "Write the physical timer's value with what it is (CNTP_CVAL_EL0)",
           .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .init = init_physical);
