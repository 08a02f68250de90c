/*
 * Marks for a timing application on the host: it reads its own counter when a mark arrives.
 * Channels are the console (any hypervisor can carry it) and a mailbox, words in RAM that
 * the host maps and polls. docs/protocol.md, "Marks".
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdbool.h>
#include <stdint.h>

/* First word of the mailbox: "HBMAIL01" in memory. */
#define MAILBOX_MAGIC 0x31304c49414d4248ULL

/* Opens the channel that the options ask for and reports where it is. Falls back to none,
 * with a note, when the machine lacks it. */
void marks_init(void);

/* Announces a window and waits until the host is watching: outside the measured time.
 * Returns the window's number, counted from 1, or 0 without a channel. */
uint64_t marks_announce(void);

/* The window's edges; nothing when there is no channel. */
void marks_start(void);
void marks_end(void);

#endif
