/* A hypervisor below answers it after an exit, or the processor does from a shadow VMCS; which
 * of the two shows in the figure alone. KVM keeps L2's instruction pointer in the shadow VMCS;
 * L1's own (-host), which it writes once, is not there. */
#include <hyperbench.h>
#include <vmx_l2.h>

static const char *init(void) { return l2_start(l2_cpuid, 0, EXIT_CPUID, 0); }

TIMED_INSN_WITH(uint64_t field = operand, , "vmread %0, %%rax", : : "r"(field) : "rax", "cc")

BENCHMARK(.summary = "Read L2's instruction pointer (VMREAD)", .operand = VMCS_GUEST_RIP,
          .exits = EXITS_VARY, VMX_BENCHMARK);

VARIANT(host, "-host", .summary = "Read a field that is not shadowed (VMREAD)",
        .operand = VMCS_HOST_RIP, .exits = 1, VMX_BENCHMARK);
