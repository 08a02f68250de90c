/* A guest has its own sscratch and sie (as stvec and satp). scounteren is shared and switched
 * by the hypervisor. senvcfg is a guest's where the hypervisor lets it (hstateen0.SENVCFG):
 * KVM does so from the first use on. */
#include <write-back.h>

#define SENVCFG 0x10a /* assemblers have no name for it yet */

TIMED_WRITE_BACK_OF(run_sscratch, control_sscratch, sscratch)
TIMED_WRITE_BACK_OF(run_sie, control_sie, sie)
TIMED_WRITE_BACK_OF(run_scounteren, control_scounteren, scounteren)
TIMED_WRITE_BACK_OF(run_senvcfg, control_senvcfg, SENVCFG)

static const char *init_senvcfg(void)
{
    return csr_readable(SENVCFG) ? NULL : "the CPU has no senvcfg, or keeps it from this machine";
}

VARIANT_OF(run_sscratch, control_sscratch, sscratch, "-sscratch",
           .summary = "Write the scratch register with its value (CSR sscratch)");
VARIANT_OF(run_sie, control_sie, sie, "-sie",
           .summary = "Write the interrupts' enables with their value (CSR sie)");
VARIANT_OF(run_scounteren, control_scounteren, scounteren, "-scounteren",
           .summary = "Write what user mode may count with its value (CSR scounteren)");
VARIANT_OF(run_senvcfg, control_senvcfg, senvcfg, "-senvcfg",
           .summary = "Write what user mode may do with its value (CSR senvcfg)",
           .init = init_senvcfg);
