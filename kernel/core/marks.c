#include "marks.h"

#include <hyperbench.h>

#include "record.h"

enum {
    ANSWER_MS = 1000,
    SETTLE_US = 200 /* time for the host to have dealt with all that was printed before */
};

volatile struct mailbox mailbox __attribute__((aligned(PAGE_4K)));
struct marks marks;

static void open_mailbox(void)
{
    mailbox.magic = MAILBOX_MAGIC;
    record_begin("mailbox");
    record_hex("address", (uint64_t)&mailbox);
    record_end();
    marks.channel = TIMING_MAILBOX;
}

static void open_uart(void)
{
    if (!uart_present()) {
        note("timing=uart needs a serial port, and none answered: timing is internal");
        return;
    }
    marks.data_register = uart().data;
    marks.channel = TIMING_UART;
}

void marks_init(void)
{
    if (options.timing == TIMING_MAILBOX)
        open_mailbox();
    else if (options.timing == TIMING_UART)
        open_uart();
    else if (options.timing == TIMING_MARKER)
        marks.channel = TIMING_MARKER; /* whether anyone looks cannot be known */
}

static void wait_until_watched(void)
{
    uint64_t start = timer_read(), limit = timer_hz() / 1000 * ANSWER_MS;
    mailbox.announced = marks.window;
    while (mailbox.ready != marks.window)
        if (timer_read() - start > limit) {
            note("the host does not answer the mailbox: timing is internal from here on");
            marks.channel = TIMING_INTERNAL;
            return;
        } else {
            cpu_relax();
        }
}

static void let_settle(void)
{
    console_drain();
    uint64_t start = timer_read(), time = mul_div(timer_hz(), SETTLE_US, 1000000);
    while (timer_read() - start < time)
        cpu_relax();
}

uint64_t marks_announce(void)
{
    if (marks.channel == TIMING_INTERNAL)
        return 0;
    marks.window++;
    if (marks.channel == TIMING_MAILBOX)
        wait_until_watched();
    else if (marks.channel == TIMING_UART)
        let_settle();
    return marks.channel == TIMING_INTERNAL ? 0 : marks.window;
}
