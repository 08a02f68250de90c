/* What QEMU loses of EL2's timers. */
#ifndef TIMERS_H
#define TIMERS_H

#include "../arch.h"

bool timers_are_known(void);

/* Has them go on, once. */
void timers_go_on(const struct block *, size_t index);

#endif
