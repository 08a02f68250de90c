/* The console: a 16550 UART, calls to the SBI, or a virtio console if the command line asks for it.
 */
#include "console.h"

#include <fdt.h>
#include <lib.h>
#include <posih.h>
#include <uart16550.h>
#include <virtio_console.h>

#include "paging.h"
#include "sbi.h"

static struct uart16550 port;
static enum { BY_LEGACY_CALL, BY_CALL, BY_UART, BY_VIRTIO } means;

/* The benchmarks write and read bytes; a UART that takes words only is a console, no more. */
bool uart_present(void) { return means == BY_UART && port.width == 1; }

struct uart uart(void) { return (struct uart){uart16550_data(&port), uart16550_status(&port)}; }

static bool is_16550(fdt_node node)
{
    static const char *const names[] = {"ns16550a", "ns16550", "snps,dw-apb-uart"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (fdt_is_compatible(node, names[i]))
            return true;
    return false;
}

/* The console that the tree names, or where it names none the first UART that there is. */
static fdt_node find_uart(void)
{
    fdt_node node = fdt_stdout();
    return node == FDT_NONE ? fdt_compatible("ns16550a") : node;
}

static bool use_uart(fdt_node node)
{
    struct mem_region registers;
    if (!is_16550(node) || !fdt_reg(node, 0, &registers))
        return false;
    uint32_t shift = 0, width = 1;
    fdt_cell(node, "reg-shift", 0, &shift);
    fdt_cell(node, "reg-io-width", 0, &width);
    port = (struct uart16550){registers.base, shift, width};
    paging_map_device(registers.base, registers.size);
    uart16550_init(&port);
    machine.console_kind = "uart16550";
    machine.console_address = registers.base;
    return true;
}

void console_init(void)
{
    if (virtio_console_is_asked_for() && virtio_console_find()) {
        means = BY_VIRTIO;
    } else if (use_uart(find_uart())) {
        means = BY_UART;
    } else if (sbi_has(SBI_DBCN)) {
        means = BY_CALL;
        machine.console_kind = "sbi-dbcn";
    } else {
        machine.console_kind = "sbi-legacy";
    }
}

/* The debug console takes as many bytes as it can at once (SBI 12.1); an error ends it. */
static void call_write(const char *text, size_t length)
{
    while (length) {
        struct sbi_result written = sbi_call(SBI_DBCN, 0, length, (uint64_t)text, 0);
        if (written.error)
            return;
        text += written.value;
        length -= written.value;
    }
}

static void legacy_write(const char *text, size_t length)
{
    for (; length; length--, text++)
        sbi_call(SBI_LEGACY_PUTCHAR, 0, (uint8_t)*text, 0, 0);
}

void console_write(const char *text, size_t length)
{
    switch (means) {
    case BY_UART:
        uart16550_write(&port, text, length);
        break;
    case BY_CALL:
        call_write(text, length);
        break;
    case BY_VIRTIO:
        virtio_console_write(text, length);
        break;
    case BY_LEGACY_CALL:
        legacy_write(text, length);
        break;
    }
}

/* The SBI's calls return when the characters are out of our hands. */
void console_drain(void)
{
    if (means == BY_UART)
        uart16550_drain(&port);
}
