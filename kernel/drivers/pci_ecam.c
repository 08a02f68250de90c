#include <fdt.h>
#include <paging.h>
#include <pci_ecam.h>

enum { MIB = 1 << 20, BUS_BYTES = MIB };

uint64_t pci_window, pci_memory;

/* The window for registers with addresses of 32 bits, of the host's `ranges` (IEEE 1275's PCI bus
 * binding, 2.2.1.1): entries of three cells for the bus' address, two for the CPU's, two for the
 * size. Only one that has the same address for both is taken, as QEMU's has. */
static uint64_t memory_window(fdt_node host)
{
    enum { CELLS = 7, SPACE = 3 << 24, MEMORY_32 = 2 << 24, BUS = 2, CPU_HIGH = 3, CPU = 4 };
    uint32_t space, bus, high, low;
    for (unsigned entry = 0; fdt_cell(host, "ranges", entry * CELLS, &space); entry++)
        if ((space & SPACE) == MEMORY_32 && fdt_cell(host, "ranges", entry * CELLS + BUS, &bus) &&
            fdt_cell(host, "ranges", entry * CELLS + CPU_HIGH, &high) &&
            fdt_cell(host, "ranges", entry * CELLS + CPU, &low) && !high && low == bus)
            return low;
    return 0;
}

void pci_init(void)
{
    struct mem_region window;
    if (pci_window)
        return;
    fdt_node host = fdt_compatible("pci-host-ecam-generic");
    uint64_t memory = memory_window(host);
    if (!memory || memory % MIB || !fdt_reg(host, 0, &window) || window.size < BUS_BYTES ||
        !paging_map_device(window.base, BUS_BYTES) ||
        !paging_map_device(memory, PCI_PLACE + PCI_PLACE_BYTES))
        return;
    pci_window = window.base;
    pci_memory = memory;
}
