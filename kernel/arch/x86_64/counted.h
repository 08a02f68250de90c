/* Interrupts that a benchmark sends itself and that are only counted. */
#ifndef COUNTED_H
#define COUNTED_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

/* How many have come, on all CPUs together: those of one benchmark come one after another. */
extern volatile uint64_t counted;

/* Has interrupt `vector`, of VECTORS_COUNTED, or the NMI be counted and ended. A gate is given
 * back by gates_reset(), which is every such benchmark's cleanup. */
void counted_take(unsigned vector);

/* Waits until `counted` is no longer `before`; false when it still is after a tenth of a second.
 * For benchmarks that have taken the timer which ends what hangs. */
bool counted_wait(uint64_t before);

/* The same in a timed loop: ends the benchmark as a timeout instead. */
void counted_wait_or_end(uint64_t before);

#endif
