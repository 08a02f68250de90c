/* Interrupts of virtio devices: a line of those by registers, a message of those on PCI. */
#include <posih.h>
#include <virtio_device.h>

#include "cpu.h"
#include "imsic.h"
#include "ipi.h"
#include "line.h"
#include "virtio_interrupt.h"

static uint32_t line; /* that was taken; 0 for none */
static volatile uint64_t counted;

void virtio_interrupt_came(void)
{
    if (ipi_is_message() || line_claim())
        counted = counted + 1;
}

static const char *take_line(const struct virtio_device *device)
{
    if (!virtio_line(device, 0, &line))
        return "the device tree names no line of the virtio device";
    return line_take(line);
}

static const char *take_message(const struct virtio_device *device)
{
    if (!ipi_is_message())
        return "the kernel takes messages of virtio devices by an IMSIC alone (aia=aplic-imsic)";
    uint64_t file = (uint64_t)imsic_address(boot_cpu.hart);
    return virtio_pci_message(&device->pci, file, IMSIC_DEVICE)
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
        line_give_back(line);
    else
        virtio_pci_no_messages(&device->pci);
}

uint64_t virtio_interrupts(void) { return counted; }

/* The device has been acknowledged: its line has fallen. */
void virtio_interrupts_await(uint64_t before)
{
    if (!ipi_is_message())
        line_complete();
    interrupts_disable();
    if (counted == before)
        cpu_halt();
    interrupts_enable();
}
