/* The cheapest call into each hypervisor that has calls. */
#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "hypervisor.h"
#include "x86.h"
#include "xen.h"

static uint8_t hypercall_page[PAGE_4K] __attribute__((aligned(4096)));

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

/* Call code 0 does not exist: HV_STATUS_INVALID_HYPERCALL_CODE (Hyper-V TLFS 3.7). */
static void hyperv_invalid(void)
{
    uint64_t rcx = 0, rdx = 0;
    asm volatile("call *%2"
                 : "+c"(rcx), "+d"(rdx)
                 : "r"(hypercall_page)
                 : "rax", "r8", "r9", "r10", "r11", "memory");
}

/* Hyper-V TLFS 3.13: a guest identity, then the page's address with bit 0 set. */
static hypercall_t *hyperv_setup(void)
{
    enum { MSR_GUEST_OS_ID = 0x40000000, MSR_HYPERCALL = 0x40000001 };
    wrmsr(MSR_GUEST_OS_ID, 1ULL << 63); /* open source, of no registered vendor */
    wrmsr(MSR_HYPERCALL, (uint64_t)hypercall_page | 1);
    return hyperv_invalid;
}

hypercall_t *hypercall_find(const char **reason)
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
