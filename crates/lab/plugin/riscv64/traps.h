/* Why a trap was taken. */
#ifndef TRAPS_H
#define TRAPS_H

#include <stdbool.h>

#include "processor.h"

/* Whether it has just been taken: what begins at `address` handles it. */
bool trap_is_taken(const struct trap *, uint64_t address);

/* What an operating system takes one for. */
enum trap_kind { TRAP_EXCEPTION, TRAP_INTERRUPT, TRAP_CALL, TRAP_PAGE_FAULT };
enum trap_kind trap_kind(const struct trap *);

/* The name of its cause; the same pointer each time. */
const char *trap_name(const struct trap *);

/* Whether QEMU's clock leaves out the instruction at which it was taken, if that had begun. */
bool trap_aborts(const struct trap *);

#endif
