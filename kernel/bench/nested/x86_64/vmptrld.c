/* Two in turn, so that each load is a change. A hypervisor below writes its copy of the old
 * one back and reads the new one from its guest's memory. */
#include <hyperbench.h>
#include <vmx.h>

static const uint64_t *pair[2];

static const char *init(void)
{
    const char *why = vmx_start();
    if (why)
        return why;
    pair[0] = vmcs_new();
    pair[1] = vmcs_new();
    if (pair[0] && pair[1])
        return NULL;
    vmx_stop();
    return "not enough memory for two VMCS";
}

TIMED_INSN_WITH(, const uint64_t *pointer = pair[i & 1], "vmptrld %0", : : "m"(*pointer) : "cc",
                "memory")

BENCHMARK(.summary = "Make another VMCS the current one (VMPTRLD)", .exits = 1, VMX_BENCHMARK);
