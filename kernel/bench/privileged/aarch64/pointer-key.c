/* Half of a key; kernels load ten on a switch of processes. HCR_EL2.APK makes it an exit: KVM
 * traps the first use after a vCPU was loaded, to keep keys that guests never use out of its
 * switch. */
#include <write-back.h>

/* Its number: assemblers know the name only together with the extension. */
static const char *init(void)
{
    return sysreg_readable(s3_0_c2_c1_0) ? NULL : "the CPU has no pointer authentication";
}

TIMED_WRITE_BACK(s3_0_c2_c1_0)

BENCHMARK(.summary = "Write a pointer authentication key with its value (APIAKeyLo_EL1)",
          .init = init);
