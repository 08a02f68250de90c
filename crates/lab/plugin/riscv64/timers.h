/* Linux' timer behind a kept state. */
#ifndef RISCV_TIMERS_H
#define RISCV_TIMERS_H

#include <stdbool.h>

/* Whether this QEMU lets it be set. */
bool timers_can_be_set(void);

/* Sets it on each processor by its register; false where that is refused. */
bool timers_set(void);

#endif
