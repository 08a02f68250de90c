/* Virtio devices that the device tree names, or that are on the PCI bus that it names. */
#include <fdt.h>
#include <paging.h>
#include <pci.h>

#include "virtio_console.h"
#include "virtio_device.h"

uint64_t virtio_place(unsigned index)
{
    struct mem_region registers;
    for (fdt_node node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        if (fdt_is_compatible(node, "virtio,mmio") && fdt_is_available(node) && !index--)
            return fdt_reg(node, 0, &registers) && paging_map_device(registers.base, registers.size)
                       ? registers.base
                       : 0;
    return 0;
}

bool virtio_console_find(void)
{
    uint64_t place;
    for (unsigned i = 0; (place = virtio_place(i)); i++)
        if (virtio_console_use(place))
            return true;
    pci_init();
    return virtio_console_use_pci();
}

const char *virtio_interrupts_take(const struct virtio_device *device)
{
    (void)device;
    return "the kernel takes no interrupts of virtio devices on this architecture";
}

void virtio_interrupts_give_back(const struct virtio_device *device) { (void)device; }

uint64_t virtio_interrupts(void) { return 0; }

void virtio_interrupts_await(uint64_t before) { (void)before; }
