/* The counterpart of SMSW: it tells the guest at which privilege it runs. Nothing traps it, but
 * nested virtualization (HCR_EL2.NV) changes what it returns, and a hypervisor that runs its
 * guest's kernel unprivileged must emulate it. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, currentel", : : : "x9")

BENCHMARK(.summary = "Read the current exception level (CurrentEL)",
          .recommended = {10000, 10000000}, .term = "sen");
