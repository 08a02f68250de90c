/* Ending the machine. */
#include <lib.h>
#include <options.h>
#include <posih.h>

#include "acpi.h"
#include "x86.h"
#include "xen.h"

/* Ports at which virtual machines power off without ACPI tables: QEMU's q35 and pc of
 * today, Bochs and old QEMU, VirtualBox, Cloud Hypervisor. */
static void try_hypervisor_ports(void)
{
    out16(0x604, 0x2000);
    out16(0xb004, 0x2000);
    out16(0x4004, 0x3400);
    out8(0x600, 0x34);
}

/* Firecracker has no power-off, whatever its tables say, but takes a reset through the keyboard
 * controller as one. */
static void try_keyboard_reset(void) { out8(0x64, 0xfe); }

/* Monitors that know no reset end at a CPU that cannot go on: an exception without a handler, and
 * none for that either (Intel SDM 3, 6.15, "Double Fault"). */
static void try_triple_fault(void)
{
    static const struct descriptor_pointer none = {0, 0};
    lidt(&none);
    asm volatile("ud2");
}

_Noreturn void power_off(void)
{
    interrupts_disable();
    if (options.debug_exit)
        out32((uint16_t)options.debug_exit, 0);
    acpi_power_off();
    if (xen_present())
        xen_power_off();
    if (strcmp(machine.hypervisor, "none")) {
        try_hypervisor_ports();
        try_keyboard_reset();
        try_triple_fault();
    }
    for (;;)
        asm volatile("cli\n\thlt");
}
