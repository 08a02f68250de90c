/* With a shadow VMCS a hypervisor below has no exit for L2's instruction pointer, and one for
 * L1's own (-host). What it costs the next VM entry is not in the figure. */
#include <hyperbench.h>
#include <vmx_l2.h>

static const char *init(void) { return l2_start(l2_cpuid, 0, EXIT_CPUID, 0); }

TIMED_INSN_WITH(uint64_t field = operand; uint64_t value = vmread(field), ,
                                          "vmwrite %1, %0", : : "r"(field), "r"(value) : "cc")

BENCHMARK(.summary = "Write L2's instruction pointer with its current value (VMWRITE)",
          .operand = VMCS_GUEST_RIP, .exits = EXITS_VARY, VMX_BENCHMARK);

VARIANT(host, "-host", .summary = "Write a field that is not shadowed (VMWRITE)",
        .operand = VMCS_HOST_RIP, .exits = 1, VMX_BENCHMARK);
