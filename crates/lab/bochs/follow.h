/*
 * The way through the windows on Bochs (trace.h), each instruction a block of its own.
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "counts.h"

/* Bytes of a decoded instruction in which something is looked for (Bochs, cpu/decoder/instr.h). */
enum { DECODED = 56 };

/* Opens the trace in `folder` (trace.h); false when that fails. Without, the others do nothing. */
bool follow_into(const char *folder, const char *first, const char *last);

/* An instruction of so many bytes has been decoded: shows where Bochs keeps how many they are. */
void follow_decoded(const char *instruction, unsigned size);

/* It is the turn of the processor of this number; the first one's at the start. */
void follow_turn(unsigned processor);

/* A decoded instruction is about to be executed. */
void follow_begins(const char *instruction, enum world);

/* It is a near branch without a condition (Bochs calls it). */
void follow_branch(unsigned cpu, unsigned what);

/* The guest is left for `reason`, a constant, in the instruction that has begun or behind it. */
void follow_left(const char *reason, bool is_behind, enum world);

/* The window opens with the next instruction, or closes before it; false where this Bochs does not
 * tell where instructions are, or how long. */
bool follow_window_opens(void);
void follow_window_closes(FILE *record);

#endif
