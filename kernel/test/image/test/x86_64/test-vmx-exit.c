/* Test image only: a guest of the benchmark (L2) that exits, but not as it should. */
#include <hyperbench.h>
#include <vmx_l2.h>

static const char *init(void) { return l2_start(l2_cpuid, 0, EXIT_CPUID, 0); }

L2_TIMED_LOOP(run, , vmwrite(VMCS_GUEST_RIP, (uint64_t)l2_hlt), l2_resume)
L2_TIMED_LOOP(control, , , l2_not_entered)

BENCHMARK(.summary = "Leave L2 by HLT where CPUID is expected", .recommended = {1, 1},
          VMX_BENCHMARK);
