/* A 16550 UART, or one that is compatible, whose registers are memory-mapped. */
#ifndef UART16550_H
#define UART16550_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uart16550 {
    uint64_t base;
    unsigned shift; /* registers are 1 << shift bytes apart */
    unsigned width; /* bytes of an access: 1 or 4 */
};

/* Takes the UART over. Rate and format stay as the firmware has set them, where it has. */
void uart16550_init(const struct uart16550 *uart);

void uart16550_write(const struct uart16550 *uart, const char *text, size_t length);

/* Returns when all that was written has left the transmitter. */
void uart16550_drain(const struct uart16550 *uart);

/* Addresses of the data and the line status register. */
uint64_t uart16550_data(const struct uart16550 *uart);
uint64_t uart16550_status(const struct uart16550 *uart);

#endif
