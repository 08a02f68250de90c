/* The console: a 16550 UART, port 0xe9, or a virtio console. */
#include "console.h"

#include <lib.h>
#include <posih.h>
#include <virtio_console.h>

#include "acpi.h"
#include "x86.h"
#include "xen.h"

enum {
    COM1 = 0x3f8,
    DEBUG_PORT = 0xe9,

    /* 16550 registers */
    DATA = 0,
    INTERRUPT_ENABLE = 1,
    FIFO_CONTROL = 2,
    LINE_CONTROL = 3,
    MODEM_CONTROL = 4,
    LINE_STATUS = 5,
    TRANSMITTER_EMPTY = 1 << 5,
    FIFO_SIZE = 16,
    MAX_READS = 1000000 /* of the status register, then we go on */
};

static uint16_t port;
static bool debug_port, is_virtio;

bool uart_present(void) { return port != 0; }
struct uart uart(void) { return (struct uart){port + DATA, port + LINE_STATUS}; }

static bool answers(uint16_t base) { return in8((uint16_t)(base + LINE_STATUS)) != 0xff; }

static void use_uart(uint16_t base)
{
    port = base;
    out8((uint16_t)(base + INTERRUPT_ENABLE), 0);
    out8((uint16_t)(base + LINE_CONTROL), 0x80); /* divisor latch on */
    out8((uint16_t)(base + DATA), 1);            /* 115,200 baud */
    out8((uint16_t)(base + INTERRUPT_ENABLE), 0);
    out8((uint16_t)(base + LINE_CONTROL), 0x03); /* 8 data bits, no parity */
    out8((uint16_t)(base + FIFO_CONTROL), 0x07); /* FIFOs on and cleared */
    out8((uint16_t)(base + MODEM_CONTROL), 0x03);
    machine.console_kind = "uart16550";
    machine.console_address = base;
}

/* The port reads as its own number where it exists, but for Xen's, which is only written;
 * what is written goes to Xen's log. */
static bool debug_port_present(void) { return xen_present() || in8(DEBUG_PORT) == DEBUG_PORT; }

void console_init(void)
{
    machine.console_kind = "none";
    is_virtio = virtio_console_is_asked_for() && virtio_console_find();
    if (is_virtio)
        return;
    if (answers(COM1)) {
        use_uart(COM1);
    } else if (debug_port_present()) {
        debug_port = true;
        machine.console_kind = "debug-port";
        machine.console_address = DEBUG_PORT;
    } else {
        is_virtio = virtio_console_find();
    }
}

void console_follow_acpi(void)
{
    uint16_t base = acpi_console_port();
    if (!is_virtio && base && base != port && answers(base))
        use_uart(base);
}

void console_drain(void)
{
    for (int tries = 0; port && tries < MAX_READS; tries++) {
        if (in8((uint16_t)(port + LINE_STATUS)) & TRANSMITTER_EMPTY)
            break;
        cpu_relax();
    }
}

/* Waits for an empty transmitter, then fills its FIFO in one string instruction: one exit
 * for sixteen characters where the hypervisor can do that. */
static void uart_send(const char *text, size_t length)
{
    while (length) {
        size_t burst = min_u64(length, FIFO_SIZE);
        console_drain();
        uart_write_string(port, text, burst);
        text += burst;
        length -= burst;
    }
}

void console_write(const char *text, size_t length)
{
    if (is_virtio)
        virtio_console_write(text, length);
    else if (port)
        uart_send(text, length);
    else if (debug_port)
        uart_write_string(DEBUG_PORT, text, length);
}
