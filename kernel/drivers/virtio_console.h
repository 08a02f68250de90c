/* A virtio console, of which only the output of its first port is used (virtio 1.2, 5.3). */
#ifndef VIRTIO_CONSOLE_H
#define VIRTIO_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the command line asks for it, as it would ask Linux: console=hvc0. */
bool virtio_console_is_asked_for(void);

/* Finds one and makes it the console. The architecture's, or the device tree's. */
bool virtio_console_find(void);

/* Whether a console is behind these registers, which are mapped; it is our console then. */
bool virtio_console_use(uint64_t registers);

/* The same for the first on PCI's bus 0. */
bool virtio_console_use_pci(void);

/* Returns when the device has taken the text. */
void virtio_console_write(const char *text, size_t length);

#endif
