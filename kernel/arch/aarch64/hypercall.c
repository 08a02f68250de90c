/* The cheapest call into each hypervisor that has calls. */
#include <lib.h>
#include <posih.h>

#include "psci.h"

#define SMCCC_CLOBBERS                                                                       \
    "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", \
        "x15", "x16", "x17", "memory"

/* PSCI_VERSION takes nothing and answers a constant. Whoever provides PSCI by HVC knows it:
 * KVM, and QEMU's emulator, whose share is the exit to it and no more. */
static void psci_version(void)
{
    register uint64_t x0 asm("x0") = PSCI_VERSION;
    asm volatile("hvc #0" : "+r"(x0) : : SMCCC_CLOBBERS);
}

/* xen_version(XENVER_version): number in x16, and an immediate of Xen's own
 * (xen/include/public/arch-arm.h). */
static void xen_version(void)
{
    register uint64_t x0 asm("x0") = 0;
    register uint64_t x1 asm("x1") = 0;
    register uint64_t x16 asm("x16") = 17;
    asm volatile("hvc #0xea1" : "+r"(x0), "+r"(x1), "+r"(x16) : : "memory");
}

hypercall_t *hypercall_find(const char **reason)
{
    if (!strcmp(machine.hypervisor, "xen"))
        return xen_version;
    if (psci_uses_hvc())
        return psci_version;
    *reason = strcmp(machine.hypervisor, "none")
                  ? "PSCI is not called by HVC here: nothing is known to answer one"
                  : "no hypervisor was found";
    return NULL;
}
