/* Interrupts of virtio devices: a line of those by registers, a message of those on PCI. */
#include <posih.h>
#include <virtio_device.h>

#include "gic.h"
#include "its.h"
#include "pci.h"
#include "virtio_interrupt.h"

static uint32_t interrupt = GIC_SPURIOUS; /* the last that was taken */
static volatile uint64_t counted;

bool virtio_interrupt_came(uint32_t id)
{
    if (id != interrupt)
        return false;
    counted = counted + 1;
    return true;
}

/* Its cells are a type, a number and how the line is raised (device-tree binding arm,gic-v3). */
static const char *take_line(const struct virtio_device *device)
{
    enum { SHARED = 0, NUMBER = 1, NUMBERS = GIC_SPURIOUS - GIC_SHARED };
    uint32_t type, number;
    if (!gic_present())
        return "there is no interrupt controller";
    if (!virtio_line(device, 0, &type) || type != SHARED || !virtio_line(device, NUMBER, &number) ||
        number >= NUMBERS)
        return "the device tree names no line of the virtio device";
    interrupt = GIC_SHARED + number;
    gic_enable_shared(interrupt);
    return NULL;
}

static const char *take_message(const struct virtio_device *device)
{
    const char *reason = its_expect(pci_requester(device->pci.function));
    if (reason)
        return reason;
    interrupt = ITS_MESSAGE;
    return virtio_pci_message(&device->pci, its_doorbell(), 0)
               ? NULL
               : "the virtio device sends no messages (MSI-X)";
}

const char *virtio_interrupts_take(const struct virtio_device *device)
{
    return device->registers ? take_line(device) : take_message(device);
}

void virtio_interrupts_give_back(const struct virtio_device *device)
{
    if (device->registers)
        gic_disable_shared(interrupt);
    else
        virtio_pci_no_messages(&device->pci);
}

uint64_t virtio_interrupts(void) { return counted; }

void virtio_interrupts_await(uint64_t before)
{
    interrupts_disable();
    if (counted == before)
        cpu_halt();
    interrupts_enable();
}
