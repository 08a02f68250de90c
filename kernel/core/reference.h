/*
 * How fast the machine is at the moment: a fixed piece of work, timed beside every batch.
 *
 * A neighbour on the core's other hardware thread takes throughput and leaves the clock rate
 * alone, in stretches of milliseconds to minutes. Batches within a stretch agree with one
 * another and are all too dear. The reference sees the stretch without looking at the
 * operation: docs/measuring.md, "The machine's speed".
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdint.h>

/* Ticks that the reference took directly before and directly after a batch; 0 without one. */
struct reference {
    uint64_t before, after;
};

/* Chooses how much work the reference is and reports it; nothing with reference=off. */
void reference_init(void);

/* Times the reference once; 0 with reference=off. */
uint64_t reference_ticks(void);

/* Times it until it takes at most options.quiet ticks or `patience` ticks are over; without
 * that option once. Takes the time that it waited off `patience`. Returns the last time. */
uint64_t reference_wait(uint64_t *patience);

#endif
