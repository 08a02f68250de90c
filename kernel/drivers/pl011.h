/* An Arm PL011 UART (Arm DDI 0183), or the part of one that SBSA asks for. */
#ifndef PL011_H
#define PL011_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pl011 {
    uint64_t base;
    bool configurable; /* has registers for rate and format: not one of SBSA's */
};

/* Takes the UART over. The rate stays as the firmware has set it. */
void pl011_init(const struct pl011 *uart);

void pl011_write(const struct pl011 *uart, const char *text, size_t length);

/* Returns when all that was written has left the transmitter. */
void pl011_drain(const struct pl011 *uart);

/* Addresses of the data and the flag register. */
uint64_t pl011_data(const struct pl011 *uart);
uint64_t pl011_status(const struct pl011 *uart);

#endif
