/* PCI's configuration space, by the window that the device tree names (ECAM), bus 0. No firmware
 * has placed the devices' registers. */
#ifndef PCI_ECAM_H
#define PCI_ECAM_H

#include <stdbool.h>
#include <stdint.h>

/* Maps the window, and the begin of that for registers of devices. Once is enough. */
void pci_init(void);

/* The windows; 0 where the machine has none. */
extern uint64_t pci_window, pci_memory;

static inline volatile uint32_t *pci_register(unsigned device, unsigned reg)
{
    return (volatile uint32_t *)(pci_window + ((uint64_t)device << 15) + reg);
}

/* All ones where there is no device (PCI 3.0, 6.1), and none without a window. */
static inline uint32_t pci_read(unsigned device, unsigned reg)
{
    return pci_window ? *pci_register(device, reg) : UINT32_MAX;
}

static inline void pci_write(unsigned device, unsigned reg, uint32_t value)
{
    *pci_register(device, reg) = value;
}

#include <pci_bus.h>

/* What a device is called when it sends a message: its place on the bus, of function 0. */
static inline uint32_t pci_requester(unsigned device) { return device << 3; }

#endif
