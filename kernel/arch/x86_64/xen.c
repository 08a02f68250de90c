/* Xen's hypercalls, through the page that Xen fills with them: 32 bytes a call
 * (xen/include/public/arch-x86/cpuid.h, xen.h). */
#include "xen.h"

#include <lib.h>

#include "hypervisor.h"
#include "x86.h"

enum { CALL_SIZE = 32 };

static uint8_t page[PAGE_4K] __attribute__((aligned(4096)));

bool xen_present(void) { return !strcmp(machine.hypervisor, "xen"); }

uint64_t xen_call(unsigned number, uint64_t first, uint64_t second)
{
    uint64_t rax;
    asm volatile("call *%3"
                 : "=a"(rax), "+D"(first), "+S"(second)
                 : "r"(page + number * CALL_SIZE)
                 : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory");
    return rax;
}

/* XENVER_version looks at nothing and returns a constant. */
static void xen_version(void)
{
    enum { XENVER_VERSION = 0 };
    xen_call(XEN_VERSION, XENVER_VERSION, 0);
}

/* The leaf at base + 2 names the MSR that takes the page's address. */
hypercall_t *xen_setup(void)
{
    wrmsr(cpuid(hypervisor_base() + 2, 0).ebx, (uint64_t)page);
    return xen_version;
}

/* xen/include/public/sched.h. */
void xen_power_off(void)
{
    enum { SCHEDOP_SHUTDOWN = 2, SHUTDOWN_POWEROFF = 0 };
    static const uint32_t reason = SHUTDOWN_POWEROFF;
    xen_setup();
    xen_call(XEN_SCHED_OP, SCHEDOP_SHUTDOWN, (uint64_t)&reason);
}
