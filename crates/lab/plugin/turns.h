/* Processors that take turns on one thread. */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>

/* Whether the machine has several; set before any runs. */
extern bool turns_are_taken;

/* The number of the processor that runs. What is kept for each of them follows when that has
 * changed: everything that counts asks first. A number that QEMU hands to a callback is that of the
 * processor which translated the block (QEMU, accel/tcg/plugin-gen.c, gen_cpu_index). */
unsigned turns_look(void);

/* The same, where there may be only one. */
static inline unsigned turns_now(void) { return turns_are_taken ? turns_look() : 0; }

#endif
