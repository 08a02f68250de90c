/* Where a PC has virtio devices that are not on PCI, and how their interrupts come. */
#include <posih.h>
#include <virtio_device.h>

#include "apic.h"
#include "counted.h"
#include "gates.h"
#include "ioapic.h"
#include "pci.h"

/* QEMU's microvm has them here (hw/i386/microvm); the first page shows whether it is one. */
#define FIRST_PLACE 0xfeb00000UL

enum { PLACES = 24, PLACE = 0x200, VECTOR = VECTORS_COUNTED };

/* The message that a local APIC takes (Intel SDM 3, 11.11). */
#define MSI_TO(apic) (0xfee00000U | (apic) << 12)

uint64_t virtio_place(unsigned index)
{
    bool is_microvm = *virtio_register(FIRST_PLACE, VIRTIO_MAGIC) == VIRTIO_MAGIC_VALUE;
    return is_microvm && index < PLACES ? FIRST_PLACE + index * PLACE : 0;
}

/* Which line is the device's only ACPI's code knows: all lead to the same vector. */
const char *virtio_interrupts_take(const struct virtio_device *device)
{
    if (!apic_present())
        return "there is no local APIC";
    counted_take(VECTOR);
    if (device->registers)
        ioapic_route_all(VECTOR);
    else if (!virtio_pci_message(&device->pci, MSI_TO(apic_id()), VECTOR)) {
        gates_reset();
        return "the virtio device sends no messages (MSI-X)";
    }
    return NULL;
}

void virtio_interrupts_give_back(const struct virtio_device *device)
{
    if (device->registers)
        ioapic_route_all(IOAPIC_MASKED);
    else
        virtio_pci_no_messages(&device->pci);
    gates_reset();
}

uint64_t virtio_interrupts(void) { return counted; }

void virtio_interrupts_await(uint64_t before)
{
    interrupts_disable();
    if (counted == before)
        cpu_halt();
    interrupts_enable();
}
