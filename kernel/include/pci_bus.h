/* The devices of PCI's bus 0, by an architecture's pci_read() and pci_write() of their registers:
 * its pci.h defines these and includes this. */
#ifndef PCI_BUS_H
#define PCI_BUS_H

enum {
    PCI_DEVICES = 32,

    /* where registers of devices go that nobody has placed, from pci_memory on: behind what
     * benchmarks take */
    PCI_PLACE = 0x100000,
    PCI_PLACE_OF_BAR = 0x4000, /* at most, and what its address is a multiple of */
    PCI_BARS = 8,              /* of a device, for which there are places */
    PCI_PLACE_BYTES = PCI_DEVICES * PCI_BARS * PCI_PLACE_OF_BAR,

    /* registers of a function */
    PCI_ID = 0x00,
    PCI_COMMAND = 0x04,
    PCI_BAR0 = 0x10,
    PCI_CAPABILITIES = 0x34,

    /* values of PCI_COMMAND */
    PCI_DECODE = 3, /* ports and memory */
    PCI_MASTER = 4,

    /* QEMU's teaching device (docs/specs/edu): a write of 1 to a register of its first BAR has it
     * interrupt, a write to the next takes that back */
    EDU_ID = 0x11e8 << 16 | 0x1234,
    EDU_RAISE = 0x60,
    EDU_ACKNOWLEDGE = 0x64,
    EDU_ALL = -1,

    /* the capability of message-signalled interrupts (PCI 3.0, 6.8.1), with 64-bit addresses */
    PCI_MSI = 5,
    MSI_ADDRESS = 4,
    MSI_DATA = 12,
    MSI_ON = 1 << 16
};

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

/* Has the function, whose capability PCI_MSI begins at `msi`, interrupt by this message or not. */
static inline void pci_message(unsigned device, unsigned msi, uint64_t address, uint32_t data,
                               bool on)
{
    uint32_t header = pci_read(device, msi) & ~(uint32_t)MSI_ON;
    pci_write(device, msi + MSI_ADDRESS, (uint32_t)address);
    pci_write(device, msi + MSI_ADDRESS + 4, (uint32_t)(address >> 32));
    pci_write(device, msi + MSI_DATA, data);
    pci_write(device, msi, header | (on ? MSI_ON : 0));
}

#endif
