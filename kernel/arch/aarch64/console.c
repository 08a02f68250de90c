/* The console: a PL011 or a 16550, the one that the device tree names or the first in it, or a
 * virtio console. */
#include "console.h"

#include <fdt.h>
#include <lib.h>
#include <pl011.h>
#include <posih.h>
#include <uart16550.h>
#include <virtio_console.h>

#include "paging.h"

static enum { NO_UART, PL011, UART16550, VIRTIO } kind;
static struct pl011 pl011;
static struct uart16550 uart16550;

static const struct {
    const char *compatible;
    bool is_pl011;
} known[] = {
    {"arm,pl011", true}, {"arm,sbsa-uart", true},     {"ns16550a", false},
    {"ns16550", false},  {"snps,dw-apb-uart", false},
};

enum { KNOWN = sizeof known / sizeof *known };

static void use_pl011(fdt_node node, uint64_t base)
{
    pl011 = (struct pl011){base, fdt_is_compatible(node, "arm,pl011")};
    pl011_init(&pl011);
    kind = PL011;
    machine.console_kind = "pl011";
}

static void use_16550(fdt_node node, uint64_t base)
{
    uint32_t shift = 0, width = 1, offset = 0;
    fdt_cell(node, "reg-shift", 0, &shift);
    fdt_cell(node, "reg-io-width", 0, &width);
    fdt_cell(node, "reg-offset", 0, &offset);
    uart16550 = (struct uart16550){base + offset, shift, width};
    uart16550_init(&uart16550);
    kind = UART16550;
    machine.console_kind = "uart16550";
}

/* Whether the node is a UART that we know, and now our console. */
static bool use(fdt_node node)
{
    struct mem_region registers;
    for (unsigned i = 0; i < KNOWN; i++) {
        if (!fdt_is_compatible(node, known[i].compatible))
            continue;
        if (!fdt_reg(node, 0, &registers) || !paging_map_device(registers.base, registers.size))
            return false;
        machine.console_address = registers.base;
        if (known[i].is_pl011)
            use_pl011(node, registers.base);
        else
            use_16550(node, registers.base);
        return true;
    }
    return false;
}

static bool use_uart(void)
{
    if (use(fdt_stdout()))
        return true;
    for (unsigned i = 0; i < KNOWN; i++)
        if (use(fdt_compatible(known[i].compatible)))
            return true;
    return false;
}

void console_init(void)
{
    bool is_asked_for = virtio_console_is_asked_for();
    machine.console_kind = "none";
    if (is_asked_for && virtio_console_find())
        kind = VIRTIO;
    else if (!use_uart() && !is_asked_for && virtio_console_find())
        kind = VIRTIO;
}

void console_write(const char *text, size_t length)
{
    if (kind == PL011)
        pl011_write(&pl011, text, length);
    else if (kind == UART16550)
        uart16550_write(&uart16550, text, length);
    else if (kind == VIRTIO)
        virtio_console_write(text, length);
}

void console_drain(void)
{
    if (kind == PL011)
        pl011_drain(&pl011);
    else if (kind == UART16550)
        uart16550_drain(&uart16550);
}

bool uart_present(void) { return kind == PL011 || kind == UART16550; }

struct uart uart(void)
{
    if (kind == PL011)
        return (struct uart){pl011_data(&pl011), pl011_status(&pl011)};
    return (struct uart){uart16550_data(&uart16550), uart16550_status(&uart16550)};
}
