#include "uart16550.h"

#include <lib.h>
#include <posih.h>

enum {
    DATA = 0,
    INTERRUPT_ENABLE = 1,
    FIFO_CONTROL = 2,
    MODEM_CONTROL = 4,
    LINE_STATUS = 5,

    FIFOS_ON = 1 << 0, /* and not cleared: the firmware's last characters may be in there */
    TERMINAL_READY = 3,
    TRANSMITTER_EMPTY = 1 << 5, /* the holding register, or the FIFO */
    TRANSMITTER_IDLE = 1 << 6,
    FIFO_SIZE = 16,
    MAX_READS = 1000000 /* of the status register, then we go on */
};

static uint64_t address(const struct uart16550 *uart, unsigned reg)
{
    return uart->base + ((uint64_t)reg << uart->shift);
}

static uint32_t read(const struct uart16550 *uart, unsigned reg)
{
    uint64_t at = address(uart, reg);
    return uart->width == 4 ? *(volatile uint32_t *)at : *(volatile uint8_t *)at;
}

static void write(const struct uart16550 *uart, unsigned reg, uint32_t value)
{
    uint64_t at = address(uart, reg);
    if (uart->width == 4)
        *(volatile uint32_t *)at = value;
    else
        *(volatile uint8_t *)at = (uint8_t)value;
}

void uart16550_init(const struct uart16550 *uart)
{
    write(uart, INTERRUPT_ENABLE, 0);
    write(uart, FIFO_CONTROL, FIFOS_ON);
    write(uart, MODEM_CONTROL, TERMINAL_READY);
}

static void wait_for(const struct uart16550 *uart, uint32_t bits)
{
    for (int tries = 0; tries < MAX_READS; tries++) {
        if (read(uart, LINE_STATUS) & bits)
            return;
        cpu_relax();
    }
}

void uart16550_write(const struct uart16550 *uart, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (i % FIFO_SIZE == 0)
            wait_for(uart, TRANSMITTER_EMPTY);
        write(uart, DATA, (uint8_t)text[i]);
    }
}

void uart16550_drain(const struct uart16550 *uart) { wait_for(uart, TRANSMITTER_IDLE); }

uint64_t uart16550_data(const struct uart16550 *uart) { return address(uart, DATA); }
uint64_t uart16550_status(const struct uart16550 *uart) { return address(uart, LINE_STATUS); }
