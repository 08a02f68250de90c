/* Virtio devices on PCI, by the registers of virtio 1.0 and later (virtio 1.2, 4.1). */
#ifndef VIRTIO_PCI_H
#define VIRTIO_PCI_H

#include <virtio.h>

/* A device: its number on bus 0, and its registers, mapped. */
struct virtio_pci {
    unsigned function;
    volatile struct virtio_pci_common *common;
    uint64_t bells, bell_step;
    uint64_t configuration; /* 0 without such registers */
};

/* Finds the `index`-th device of a kind on bus 0 that can be reached. */
bool virtio_pci_find(unsigned kind, unsigned index, struct virtio_pci *device);

/* The first 32 features that it offers. */
uint32_t virtio_pci_offered(const struct virtio_pci *device);

/* Takes it into use with `count` queues, whose features are the first's. False when it does not
 * take them. */
bool virtio_pci_start(const struct virtio_pci *device, const struct virtio_rings *rings,
                      unsigned count);

/* The address of a queue's bell, 16 bits. */
uint64_t virtio_pci_bell(const struct virtio_pci *device, uint16_t queue);

/* It forgets the queue. */
void virtio_pci_stop(const struct virtio_pci *device);

/* Has entry 0 of its table of messages (MSI-X) be this one. False when it has no such table. */
bool virtio_pci_message(const struct virtio_pci *device, uint64_t address, uint32_t data);

/* It sends no messages any more. */
void virtio_pci_no_messages(const struct virtio_pci *device);

#endif
