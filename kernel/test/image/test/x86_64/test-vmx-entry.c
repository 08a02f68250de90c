/* Test image only: a guest of the benchmark (L2) is launched twice, which the CPU refuses. */
#include <hyperbench.h>
#include <vmx_l2.h>

static const char *init(void) { return l2_start(l2_cpuid, 0, EXIT_CPUID, 0); }

L2_TIMED_LOOP(run, , , l2_launch)
L2_TIMED_LOOP(control, , , l2_not_entered)

BENCHMARK(.summary = "Launch L2 a second time", .recommended = {1, 1}, VMX_BENCHMARK);
