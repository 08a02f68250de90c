#include "virtio_device.h"

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

const char *virtio_run(struct virtio_device *device, const struct virtio_rings *rings)
{
    if (device->registers) {
        device->bell = device->registers + VIRTIO_NOTIFY;
        return virtio_start(device->registers, rings);
    }
    device->bell = virtio_pci_start(&device->pci, rings);
    return device->bell ? NULL : "the virtio device does not take our queue";
}

void virtio_halt(const struct virtio_device *device)
{
    if (device->registers)
        virtio_stop(device->registers);
    else
        virtio_pci_stop(&device->pci);
}
