/* Test image only: an instruction that no CPU knows, in a guest of the benchmark (L2). */
#include <hyperbench.h>
#include <vmx_l2.h>

enum { VMCALL_SIZE = 3 }; /* UD2 comes behind it */

static const char *init(void) { return l2_start(l2_vmcall, 0, EXIT_VMCALL, 0); }

L2_TIMED_LOOP(run, , vmwrite(VMCS_GUEST_RIP, (uint64_t)l2_vmcall + VMCALL_SIZE), l2_resume)
L2_TIMED_LOOP(control, , , l2_not_entered)

BENCHMARK(.summary = "Raise an invalid-opcode exception in L2", .recommended = {1, 1},
          VMX_BENCHMARK);
