/* Virtio devices that the device tree names, or that are on the PCI bus that it names. */
#include <fdt.h>
#include <paging.h>
#include <pci.h>

#include "virtio_console.h"
#include "virtio_device.h"

static fdt_node place(unsigned index)
{
    fdt_node node = fdt_root();
    for (; node != FDT_NONE; node = fdt_next(node))
        if (fdt_is_compatible(node, "virtio,mmio") && fdt_is_available(node) && !index--)
            break;
    return node;
}

uint64_t virtio_place(unsigned index)
{
    struct mem_region registers;
    return fdt_reg(place(index), 0, &registers) && paging_map_device(registers.base, registers.size)
               ? registers.base
               : 0;
}

bool virtio_line(const struct virtio_device *device, unsigned cell, uint32_t *value)
{
    fdt_node node;
    struct mem_region registers;
    for (unsigned i = 0; (node = place(i)) != FDT_NONE; i++)
        if (fdt_reg(node, 0, &registers) && registers.base == device->registers)
            return fdt_cell(node, "interrupts", cell, value);
    return false;
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
