#ifndef VIRTIO_INTERRUPT_H
#define VIRTIO_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

/* Counts an interrupt if it is the virtio device's; returns whether it is. */
bool virtio_interrupt_came(uint32_t id);

#endif
