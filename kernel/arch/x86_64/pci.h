/* PCI's configuration space, by the ports of mechanism 1 (PCI 3.0, 3.2.2.3.2), bus 0. */
#ifndef PCI_H
#define PCI_H

#include <stdbool.h>
#include <stdint.h>

#include "x86.h"

enum {
    PCI_ADDRESS = 0xcf8,
    PCI_DATA = 0xcfc,
    PCI_ENABLE = 1 << 31,
    PCI_DEVICES = 32,

    /* registers of a function */
    PCI_ID = 0x00,
    PCI_COMMAND = 0x04,
    PCI_BAR0 = 0x10,
    PCI_CAPABILITIES = 0x34,

    /* values of PCI_COMMAND */
    PCI_DECODE = 3, /* ports and memory */
    PCI_MASTER = 4
};

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

/* Whether anything answers on bus 0. */
static inline bool pci_present(void) { return pci_read(0, PCI_ID) + 1 > 1; }

/* The number on bus 0 of the device whose function 0 has this PCI_ID; -1 when there is none. */
static inline int pci_find(uint32_t id)
{
    for (unsigned device = 0; device < PCI_DEVICES; device++)
        if (pci_read(device, PCI_ID) == id)
            return (int)device;
    return -1;
}

/* Where the registers of a function's capability `id` begin (PCI 3.0, 6.7); 0 without it. */
static inline unsigned pci_capability(unsigned device, uint8_t id)
{
    enum { MOST = 48, DOUBLEWORD = 0xfc };
    unsigned at = pci_read(device, PCI_CAPABILITIES) & DOUBLEWORD;
    for (unsigned i = 0; at && i < MOST; i++) {
        uint32_t header = pci_read(device, at);
        if ((uint8_t)header == id)
            return at;
        at = header >> 8 & DOUBLEWORD;
    }
    return 0;
}

#endif
