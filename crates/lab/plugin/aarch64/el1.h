/* What a guest does that a hypervisor may have to do something about. */
#ifndef EL1_H
#define EL1_H

#include "../arch.h"
#include "processor.h"

/* Has an instruction of a block counted if it is such an event. */
void el1_watch(const struct block *block, size_t index, bool is_user);

/* The exception level may have changed: counts an exception that EL1 now takes. */
void el1_level_changed(const cpu *of);

#endif
