/* One operation, since neither can be repeated alone. A hypervisor below learns that its guest
 * is a hypervisor, and makes or frees what it keeps for that. */
#include <hyperbench.h>
#include <vmx.h>

static const char *init(void)
{
    const char *why = vmx_start();
    if (!why)
        asm volatile("vmxoff" : : : "cc");
    return why;
}

TIMED_INSN_WITH(const uint64_t *region = vmx_region(), ,
                "vmxon %0\n\tvmxoff", : : "m"(*region) : "cc", "memory")

BENCHMARK(.summary = "Enter VMX operation and leave it (VMXON, VMXOFF)", .exits = 2, VMX_BENCHMARK);
