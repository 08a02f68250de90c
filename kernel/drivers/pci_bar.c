#include "pci_bar.h"

#include <paging.h>
#include <pci.h>

enum {
    BAR_PORTS = 1,
    BAR_64_BITS = 4,
    BAR_FLAGS = 15,
    LONGEST = 0x10000 /* what is mapped of a BAR */
};

uint64_t pci_bar(unsigned device, unsigned number)
{
    unsigned reg = PCI_BAR0 + 4 * number;
    uint32_t low = pci_read(device, reg);
    uint64_t address = low & ~(uint32_t)BAR_FLAGS;
    if (low & BAR_PORTS)
        return 0;
    if (low & BAR_64_BITS)
        address |= (uint64_t)pci_read(device, reg + 4) << 32;
    if (!address && pci_memory) {
        address =
            pci_memory + PCI_PLACE + (device * PCI_BARS + number) * (uint64_t)PCI_PLACE_OF_BAR;
        pci_write(device, reg, (uint32_t)address);
    }
    bool is_mapped = pci_memory && address - pci_memory < PCI_PLACE + PCI_PLACE_BYTES;
    return address && (is_mapped || paging_map_device(address, LONGEST)) ? address : 0;
}
