#include "pl011.h"

#include <lib.h>
#include <posih.h>

/* Arm DDI 0183, 3.2. */
enum {
    DATA = 0x00,
    FLAGS = 0x18,
    LINE_CONTROL = 0x2c,
    CONTROL = 0x30,
    INTERRUPT_MASK = 0x38,

    BUSY = 1 << 3,
    TRANSMITTER_FULL = 1 << 5,
    EIGHT_BITS_FIFOS = 3 << 5 | 1 << 4,
    ENABLE_BOTH_WAYS = 1 << 9 | 1 << 8 | 1 << 0,
    MAX_READS = 1000000 /* of the flag register, then we go on */
};

static volatile uint32_t *reg(const struct pl011 *uart, unsigned offset)
{
    return (volatile uint32_t *)(uart->base + offset);
}

static void wait_until_clear(const struct pl011 *uart, uint32_t flags)
{
    for (int tries = 0; tries < MAX_READS; tries++) {
        if (!(*reg(uart, FLAGS) & flags))
            return;
        cpu_relax();
    }
}

/* The line control register must not change while the UART is on (3.3.7). */
void pl011_init(const struct pl011 *uart)
{
    if (!uart->configurable)
        return;
    wait_until_clear(uart, BUSY);
    *reg(uart, CONTROL) = 0;
    *reg(uart, LINE_CONTROL) = EIGHT_BITS_FIFOS;
    *reg(uart, INTERRUPT_MASK) = 0;
    *reg(uart, CONTROL) = ENABLE_BOTH_WAYS;
}

void pl011_write(const struct pl011 *uart, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        wait_until_clear(uart, TRANSMITTER_FULL);
        *reg(uart, DATA) = (uint8_t)text[i];
    }
}

void pl011_drain(const struct pl011 *uart) { wait_until_clear(uart, BUSY); }

uint64_t pl011_data(const struct pl011 *uart) { return uart->base + DATA; }
uint64_t pl011_status(const struct pl011 *uart) { return uart->base + FLAGS; }
