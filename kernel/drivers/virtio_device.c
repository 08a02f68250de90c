#include "virtio_device.h"

#include <hyperbench.h>

static bool is_here(uint64_t registers, unsigned kind)
{
    return *virtio_register(registers, VIRTIO_MAGIC) == VIRTIO_MAGIC_VALUE &&
           *virtio_register(registers, VIRTIO_DEVICE) == kind;
}

bool virtio_find(unsigned kind, unsigned index, struct virtio_device *device)
{
    uint64_t registers;
    unsigned found = 0;
    for (unsigned i = 0; (registers = virtio_place(i)); i++)
        if (is_here(registers, kind) && found++ == index) {
            *device = (struct virtio_device){.registers = registers};
            return true;
        }
    *device = (struct virtio_device){.registers = 0};
    return virtio_pci_find(kind, index - found, &device->pci);
}

uint32_t virtio_offered(const struct virtio_device *device)
{
    if (!device->registers)
        return virtio_pci_offered(&device->pci);
    *virtio_register(device->registers, VIRTIO_OFFERED_SELECT) = 0;
    return *virtio_register(device->registers, VIRTIO_OFFERED);
}

uint32_t virtio_configuration(const struct virtio_device *device, unsigned offset)
{
    uint64_t base =
        device->registers ? device->registers + VIRTIO_CONFIGURATION : device->pci.configuration;
    return base ? *virtio_register(base, offset) : 0;
}

static const char *start(struct virtio_device *device, const struct virtio_rings *rings,
                         unsigned count)
{
    if (device->registers) {
        for (unsigned i = 0; i < count; i++)
            device->bells[i] = device->registers + VIRTIO_NOTIFY;
        return virtio_start(device->registers, rings, count);
    }
    if (!virtio_pci_start(&device->pci, rings, count))
        return "the virtio device does not take our queues";
    for (unsigned i = 0; i < count; i++)
        device->bells[i] = virtio_pci_bell(&device->pci, rings[i].number);
    return NULL;
}

const char *virtio_run(struct virtio_device *device, const struct virtio_rings *rings,
                       unsigned count, bool interrupts)
{
    const char *reason = interrupts ? virtio_interrupts_take(device) : NULL;
    if (reason)
        return reason;
    device->interrupts = interrupts;
    device->acknowledged = interrupts ? virtio_interrupts() : 0;
    reason = start(device, rings, count);
    if (reason)
        virtio_halt(device);
    return reason;
}

void virtio_halt(struct virtio_device *device)
{
    if (device->registers)
        virtio_stop(device->registers);
    else
        virtio_pci_stop(&device->pci);
    if (device->interrupts)
        virtio_interrupts_give_back(device);
    device->interrupts = false;
}

/* An interrupt that comes after the count was read ends the halt, or keeps it from beginning. What
 * is answered after the line was lowered raises it again. */
static int halt_until_taken(struct virtio_device *device, int (*take)(void))
{
    for (;;) {
        uint64_t before = virtio_interrupts();
        if (before != device->acknowledged)
            virtio_acknowledge(device);
        device->acknowledged = before;
        int taken = take();
        if (taken >= 0)
            return taken;
        virtio_interrupts_await(before);
        deadline_check();
    }
}

int virtio_await(struct virtio_device *device, int (*take)(void))
{
    return device->interrupts ? halt_until_taken(device, take) : poll_until(take);
}
