/* The cheapest call into each hypervisor that has calls. */
#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "hyperv.h"
#include "probe.h"
#include "xen.h"

/* KVM answers a number it does not know with -KVM_ENOSYS, having done nothing
 * (Documentation/virt/kvm/x86/hypercalls.rst). */
enum { NO_SUCH_CALL = 0x7fff };

static void kvm_intel(void)
{
    uint64_t rax = NO_SUCH_CALL;
    asm volatile("vmcall" : "+a"(rax) : : "memory");
}

static void kvm_amd(void)
{
    uint64_t rax = NO_SUCH_CALL;
    asm volatile("vmmcall" : "+a"(rax) : : "memory");
}

static hypercall_t *known(const char **reason)
{
    static char text[96];
    if (!strcmp(machine.hypervisor, "kvm"))
        return cpu_is_amd() ? kvm_amd : kvm_intel;
    if (xen_present())
        return xen_setup();
    if (!strcmp(machine.hypervisor, "hyperv"))
        return hyperv_setup();
    if (!strcmp(machine.hypervisor, "none"))
        copy_string(text, "no hypervisor was found", sizeof text);
    else
        format(text, sizeof text, "no hypercall is known for the hypervisor '%s'",
               machine.hypervisor);
    *reason = text;
    return NULL;
}

/* Not every hypervisor that says it is KVM takes KVM's calls. */
hypercall_t *hypercall_find(const char **reason)
{
    hypercall_t *call = known(reason);
    if (call)
        *reason = probe_call(call);
    return *reason ? NULL : call;
}
