/* The VMCS's data goes to memory and its state becomes clear. A hypervisor below writes the
 * launch state to its guest's memory. */
#include <hyperbench.h>
#include <vmx.h>

static const uint64_t *vmcs;

static const char *init(void)
{
    const char *why = vmx_start();
    if (why)
        return why;
    vmcs = vmcs_new();
    if (vmcs)
        return NULL;
    vmx_stop();
    return "not enough memory for a VMCS";
}

TIMED_INSN_WITH(const uint64_t *pointer = vmcs, , "vmclear %0", : : "m"(*pointer) : "cc", "memory")

BENCHMARK(.summary = "Clear a VMCS that is not current (VMCLEAR)", .exits = 1, VMX_BENCHMARK);
