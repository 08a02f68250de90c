/* A virtio console that the device tree names, or that is on the PCI bus that it names. */
#include <fdt.h>
#include <paging.h>
#include <pci.h>

#include "virtio_console.h"

bool virtio_console_find(void)
{
    struct mem_region registers;
    for (fdt_node node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        if (fdt_is_compatible(node, "virtio,mmio") && fdt_is_available(node) &&
            fdt_reg(node, 0, &registers) && paging_map_device(registers.base, registers.size) &&
            virtio_console_use(registers.base))
            return true;
    pci_init();
    return virtio_console_use_pci();
}
