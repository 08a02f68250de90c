/* What a guest does that a hypervisor may have to do something about. */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include "../arch.h"

/* Has an instruction of a block counted if it is such an event, and the block if it handles traps.
 */
void supervisor_watch(const struct block *block, size_t index, bool is_user);

#endif
