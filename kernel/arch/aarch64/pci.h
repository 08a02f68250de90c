#ifndef PCI_H
#define PCI_H

#include <pci_ecam.h>

#endif
