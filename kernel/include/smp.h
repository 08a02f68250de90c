/* Turning another CPU off and on again, for the benchmark of it: of the architectures whose
 * firmware does it. */
#ifndef SMP_H
#define SMP_H

#include <stdbool.h>

/* What a CPU runs, by on_cpu(), to turn itself off. Returns where that is refused. */
void smp_turn_off(void *unused);

/* Whether it has turned itself off. */
bool smp_is_off(unsigned cpu);

/* Starts it again; false when that is refused or takes too long. */
bool smp_turn_on(unsigned cpu);

#endif
