/* A virtio device, on PCI or by registers in memory: one of the two. */
#ifndef VIRTIO_DEVICE_H
#define VIRTIO_DEVICE_H

#include "virtio_pci.h"

enum { VIRTIO_QUEUES = 2 /* at most, from 0 on */ };

struct virtio_device {
    uint64_t registers; /* in memory; 0 for one on PCI */
    struct virtio_pci pci;
    uint64_t bells[VIRTIO_QUEUES]; /* once it runs */
    bool interrupts;               /* whether they were taken */
    uint64_t acknowledged;         /* how many of them */
};

/* Finds the `index`-th of a kind. */
bool virtio_find(unsigned kind, unsigned index, struct virtio_device *device);

/* The first 32 features that it offers. */
uint32_t virtio_offered(const struct virtio_device *device);

/* A register of 32 bits of its kind's own; 0 where it has none. */
uint32_t virtio_configuration(const struct virtio_device *device, unsigned offset);

/* Takes it into use with `count` queues, whose features are the first's; it interrupts if that
 * `interrupts`. Returns why not, else NULL. */
const char *virtio_run(struct virtio_device *device, const struct virtio_rings *rings,
                       unsigned count, bool interrupts);

/* It forgets its queues, and touches no memory any more. Also where virtio_run() did not succeed.
 */
void virtio_halt(struct virtio_device *device);

/* As poll_until() does, but where the device interrupts the CPU halts between interrupts. */
int virtio_await(struct virtio_device *device, int (*take)(void));

/* Tells it that a queue has something. */
static inline void virtio_ring_bell(const struct virtio_device *device, uint16_t queue)
{
    if (device->registers)
        *(volatile uint32_t *)device->bells[queue] = queue;
    else
        *(volatile uint16_t *)device->bells[queue] = queue;
}

/* Has it lower the line by which it interrupts, where it has one. */
static inline void virtio_acknowledge(const struct virtio_device *device)
{
    if (device->registers)
        *virtio_register(device->registers, VIRTIO_INTERRUPT_ACK) = VIRTIO_USED_BUFFER;
}

/* ------------------------------------------------- the architecture's, or the device tree's */

/* The `index`-th place with a device's registers, mapped; 0 behind the last. */
uint64_t virtio_place(unsigned index);

/* Has the device's interrupts counted from now on. Returns why that cannot be, else NULL. */
const char *virtio_interrupts_take(const struct virtio_device *device);

/* Undoes that. */
void virtio_interrupts_give_back(const struct virtio_device *device);

/* How many have come. */
uint64_t virtio_interrupts(void);

/* Halts until there are more than `before`, or another interrupt comes. All that have come are
 * acknowledged at the device. */
void virtio_interrupts_await(uint64_t before);

/* A cell of what the device tree says of the line by which a device by registers interrupts. */
bool virtio_line(const struct virtio_device *device, unsigned cell, uint32_t *value);

#endif
