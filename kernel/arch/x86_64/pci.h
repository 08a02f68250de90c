/* PCI's configuration space, by the ports of mechanism 1 (PCI 3.0, 3.2.2.3.2), bus 0. */
#ifndef PCI_H
#define PCI_H

#include <stdbool.h>
#include <stdint.h>

#include "x86.h"

enum { PCI_ADDRESS = 0xcf8, PCI_DATA = 0xcfc, PCI_ENABLE = 1 << 31 };

/* Firmware has placed all devices' registers. */
enum { pci_memory = 0 };

/* The word for PCI_ADDRESS: function 0 of `device`, register `reg`. */
static inline uint32_t pci_address(unsigned device, unsigned reg)
{
    return (uint32_t)PCI_ENABLE | device << 11 | reg;
}

static inline uint32_t pci_read(unsigned device, unsigned reg)
{
    out32(PCI_ADDRESS, pci_address(device, reg));
    return in32(PCI_DATA);
}

static inline void pci_write(unsigned device, unsigned reg, uint32_t value)
{
    out32(PCI_ADDRESS, pci_address(device, reg));
    out32(PCI_DATA, value);
}

#include <pci_bus.h>

/* Whether anything answers on bus 0. */
static inline bool pci_present(void) { return pci_read(0, PCI_ID) + 1 > 1; }

#endif
