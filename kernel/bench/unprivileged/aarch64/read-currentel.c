/* Reads CurrentEL. The counterpart of SMSW: it tells the guest at which privilege it runs.
 * Nothing traps it, but nested virtualization (HCR_EL2.NV) changes what it returns, and a
 * hypervisor that runs its guest's kernel unprivileged must emulate it. */
#include <hyperbench.h>

TIMED_INSN(read_currentel, , , "mrs x9, currentel", : : : "x9")

BENCHMARK(read_currentel, .name = "read-currentel", .category = "unprivileged",
          .summary = "Read the current exception level (CurrentEL)",
          .recommended = {10000, 10000000}, .architectures = AARCH64, .run = read_currentel_run,
          .control = read_currentel_control);
