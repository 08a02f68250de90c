/* A guest has one to itself (Sstc, vstimecmp) where the hypervisor sets henvcfg.STCE. Without
 * it, or the extension, the SBI is asked instead (ecall-set-timer). */
#include <write-back.h>

static const char *init(void)
{
    return csr_readable(CSR_STIMECMP) ? NULL : "the CPU has no stimecmp, or keeps it to itself";
}

TIMED_INSN_OF(run_read, control_read, , , "csrr t0, " CSR_TEXT(CSR_STIMECMP), : : : "t0")
TIMED_WRITE_BACK_OF(run_write, control_write, CSR_STIMECMP)

VARIANT_OF(run_read, control_read, read, "-read", .summary = "Read the timer (CSR stimecmp)",
           .init = init);
VARIANT_OF(run_write, control_write, write, "-write",
           .summary = "Set the timer to what it is set to (CSR stimecmp)", .init = init);
