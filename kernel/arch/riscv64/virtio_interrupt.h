#ifndef VIRTIO_INTERRUPT_H
#define VIRTIO_INTERRUPT_H

/* In an external interrupt that is no IPI: counts it as the virtio device's. */
void virtio_interrupt_came(void);

#endif
