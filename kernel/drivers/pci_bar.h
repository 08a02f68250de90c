/* Base address registers of devices on PCI's bus 0 (PCI 3.0, 6.2.5.1). */
#ifndef PCI_BAR_H
#define PCI_BAR_H

#include <stdint.h>

/* Where the registers in memory are that BAR `number` of `device` tells of: mapped, their first 64
 * KiB; 0 when they cannot be reached. */
uint64_t pci_bar(unsigned device, unsigned number);

#endif
