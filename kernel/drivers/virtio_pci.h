/* Virtio devices on PCI, by the registers of virtio 1.0 and later (virtio 1.2, 4.1). */
#ifndef VIRTIO_PCI_H
#define VIRTIO_PCI_H

#include <virtio.h>

/* Takes the first device of a kind on bus 0 into use, with queue `number` in `queue` and no feature
 * but that of the new registers. Returns the address of the queue's bell, 16 bits; 0 without such a
 * device. */
uint64_t virtio_pci_start(unsigned kind, uint16_t number, struct virtio_queue *queue);

#endif
