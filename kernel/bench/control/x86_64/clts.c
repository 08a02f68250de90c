/* The flag is clear: what a kernel did before each task's first use of the FPU. KVM lets the
 * guest do it; Xen intercepts every change of CR0. */
#include <hyperbench.h>

TIMED_INSN("clts")

BENCHMARK(.summary = "Clear the flag that the FPU is another task's (CLTS)", .path = PATH_DIRECT);
