/* Processors that take turns on one thread. */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>

/* Whether the machine has several; set before any runs. */
extern bool turns_are_taken;

/* Has `follower` told when it is another processor's turn. */
void turns_tell(void (*follower)(unsigned processor));

/* The number of the processor that runs; followers are told first if that has changed. So
 * everything that is kept for each asks before it counts. A number that QEMU hands to a callback is
 * that of the processor which translated the block (QEMU, accel/tcg/plugin-gen.c, gen_cpu_index).
 */
unsigned turns_look(void);

/* The same, where there may be only one. */
static inline unsigned turns_now(void) { return turns_are_taken ? turns_look() : 0; }

#endif
