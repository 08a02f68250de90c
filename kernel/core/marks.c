#include "marks.h"

#include <hyperbench.h>

#include "record.h"

enum { START_CHARACTER = 0x02, END_CHARACTER = 0x03, LINE = 64, ANSWER_MS = 1000 };

/* Each word on a cache line of its own, so that polling one does not slow another. */
static volatile struct {
    uint64_t magic;
    uint64_t announced __attribute__((aligned(LINE))); /* guest: number of the next window */
    uint64_t ready __attribute__((aligned(LINE)));     /* host: number it is watching for */
    uint64_t started __attribute__((aligned(LINE)));   /* guest: number of the open window */
    uint64_t ended __attribute__((aligned(LINE)));     /* guest: number of the closed window */
} mailbox __attribute__((aligned(PAGE_4K)));

static enum timing channel;
static uint64_t window;
static uint64_t data_register;

static void open_mailbox(void)
{
    mailbox.magic = MAILBOX_MAGIC;
    record_begin("mailbox");
    record_hex("address", (uint64_t)&mailbox);
    record_end();
    channel = TIMING_MAILBOX;
}

static void open_uart(void)
{
    if (!uart_present()) {
        note("timing=uart needs a serial port, and none answered: timing is internal");
        return;
    }
    data_register = uart().data;
    channel = TIMING_UART;
}

void marks_init(void)
{
    if (options.timing == TIMING_MAILBOX)
        open_mailbox();
    else if (options.timing == TIMING_UART)
        open_uart();
}

static void wait_until_watched(void)
{
    uint64_t start = timer_read(), patience = timer_hz() / 1000 * ANSWER_MS;
    mailbox.announced = window;
    while (mailbox.ready != window)
        if (timer_read() - start > patience) {
            note("nobody answers the mailbox: timing is internal from here on");
            channel = TIMING_INTERNAL;
            return;
        } else {
            cpu_relax();
        }
}

uint64_t marks_announce(void)
{
    if (channel == TIMING_INTERNAL)
        return 0;
    window++;
    if (channel == TIMING_MAILBOX)
        wait_until_watched();
    else
        console_drain();
    return channel == TIMING_INTERNAL ? 0 : window;
}

void marks_start(void)
{
    if (channel == TIMING_MAILBOX)
        __atomic_store_n(&mailbox.started, window, __ATOMIC_SEQ_CST);
    else if (channel == TIMING_UART)
        uart_write(data_register, START_CHARACTER);
}

void marks_end(void)
{
    if (channel == TIMING_MAILBOX)
        __atomic_store_n(&mailbox.ended, window, __ATOMIC_SEQ_CST);
    else if (channel == TIMING_UART)
        uart_write(data_register, END_CHARACTER);
}
