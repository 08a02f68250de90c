/* Why a trap was taken. */
#ifndef TRAPS_H
#define TRAPS_H

#include <stdbool.h>

#include "processor.h"

/* The name of its cause; the same pointer each time. */
const char *trap_name(const struct trap *);

/* Whether QEMU's clock leaves out the instruction at which it was taken, if that had begun. */
bool trap_aborts(const struct trap *);

#endif
