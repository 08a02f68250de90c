/*
 * Marks for a timing application on the host: it reads its own counter when a mark arrives.
 * Channels are the console (any hypervisor can carry it), a mailbox, words in RAM that the
 * host maps and polls, and instructions that only an emulator notices. docs/protocol.md,
 * "Marks".
 */
#ifndef MARKS_H
#define MARKS_H

#include <options.h>
#include <posih.h>

/* First word of the mailbox: "HBMAIL01" in memory. */
#define MAILBOX_MAGIC 0x31304c49414d4248ULL

/* The numbers that an emulator looks for: "HBmark" in memory above 16 bits that say which. */
#define MARKER 0x6b72616d42480000
#define MARKER_START 1
#define MARKER_END 2

/* Opens the channel that the options ask for and reports where it is. Falls back to none,
 * with a note, when the machine lacks it. */
void marks_init(void);

/* Announces a window and waits until the host is watching: outside the measured time.
 * Returns the window's number, counted from 1, or 0 without a channel. */
uint64_t marks_announce(void);

/* What the edges need, filled by marks_init() and marks_announce(). */
extern struct marks {
    enum timing channel;
    uint64_t window;        /* number of the open window */
    uint64_t data_register; /* of the serial port */
} marks;

/* Where the guest writes its marks, each word on a cache line of its own, so that polling
 * one does not slow another. */
extern volatile struct mailbox {
    uint64_t magic;
    uint64_t announced __attribute__((aligned(64))); /* guest: number of the next window */
    uint64_t ready __attribute__((aligned(64)));     /* host: number it is watching for */
    uint64_t started __attribute__((aligned(64)));   /* guest: number of the open window */
    uint64_t ended __attribute__((aligned(64)));     /* guest: number of the closed window */
} mailbox;

/* The window's edges; nothing when there is no channel. `channel` is a constant, so that
 * nothing has to be decided beside the timed loop. The stores wait for nothing: an exchange
 * or a fence would be a part of the window, and cost far more on an emulator. */
static inline __attribute__((always_inline)) void mark_start(enum timing channel)
{
    if (channel == TIMING_MAILBOX)
        __atomic_store_n(&mailbox.started, marks.window, __ATOMIC_RELEASE);
    else if (channel == TIMING_UART)
        uart_write(marks.data_register, 0x02);
    else if (channel == TIMING_MARKER)
        LEAVE_MARKER(MARKER + MARKER_START);
}

static inline __attribute__((always_inline)) void mark_end(enum timing channel)
{
    if (channel == TIMING_MAILBOX)
        __atomic_store_n(&mailbox.ended, marks.window, __ATOMIC_RELEASE);
    else if (channel == TIMING_UART)
        uart_write(marks.data_register, 0x03);
    else if (channel == TIMING_MARKER)
        LEAVE_MARKER(MARKER + MARKER_END);
}

#endif
