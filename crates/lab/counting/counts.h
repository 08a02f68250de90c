/*
 * What the libraries inside the emulators have in common: executed instructions by who executes
 * them, and the exits of a guest by their reasons. The log has a line for each window that the
 * benchmark kernel marks:
 *
 *   window NUMBER guest_user=N guest_kernel=N hypervisor=N device_model=N user_exits=N exits=N …
 *
 * with el2=N behind them where anyone has been there, one more word for each reason, and the same
 * with outer_ before where the hypervisor is a guest itself;
 * without a hypervisor, with what else the library has counted in place of the exits. Where several
 * processors have had turns, the same of each follows, with cpuNUMBER_ before. An exit is
 * counted by the window in which the guest goes on. The last line has all exits since the start,
 * and those of each of several processors:
 *
 *   all exits=N …
 */
#ifndef COUNTS_H
#define COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Marks of docs/protocol.md. */
enum mark { NO_MARK, WINDOW_OPENS, WINDOW_CLOSES };
#define MARKER 0x6b72616d4248 /* above the 16 bits that say which */

/* The mark that is the number of an instruction. */
enum mark mark_of(uint64_t number);

/* A program and its privilege: who executes an instruction. The last is of a hypervisor on Arm
 * whose host's kernel is at EL1 what it executes at EL2. */
enum world { GUEST_USER, GUEST_KERNEL, HYPERVISOR, DEVICE_MODEL, EL2, WORLDS };

/* Processors that are told apart, at most. */
enum { PROCESSORS = 64 };

/* It is the turn of the processor of this number; the first one's at the start. */
void counts_turn(unsigned processor);

/* Processors execute side by side, more together than a clock tells: where there are several, a
 * window has what each of them executes alone. */
void counts_side_by_side(void);

/* Begins the log in a file; false when that cannot be written. */
bool counts_open(const char *path);

/* Where the instructions of a world are counted. */
uint64_t *counts_executed(enum world);

/* Instructions that have been counted since the start. */
uint64_t executed_so_far(void);

/* A name of the shape of `format` for `code`, the same pointer each time. */
const char *numbered_reason(const char *format, uint64_t code);

/* The guest has been left for the reason of this name, a constant. */
void counts_left(const char *reason);

/* The hypervisor has been left that is a guest itself, for such a reason. */
void counts_outer_left(const char *reason);

/* The guest goes on; this ends an exit unless it starts. */
void counts_entered(void);

/* A window opens with the next instruction. */
void counts_window_opens(void);

/* It closes: writes the beginning of its line, and returns the log for the rest. */
FILE *counts_window_closes(void);

/* Writes the exits of the window if there is a hypervisor, what each of several processors has of
 * it, and the end of its line. */
void counts_window_ends(bool has_hypervisor);

/* The number of the window that was opened last. */
uint64_t counts_windows(void);

/* Nothing is executed any more: writes the last line. */
void counts_end(void);

#endif
