/* Counts what a guest does. Its functions look when the block after the one that runs begins. */
#ifndef X86_64_EVENTS_H
#define X86_64_EVENTS_H

#include "../worlds.h"

/* Whether this QEMU has what it takes. */
bool events_are_countable(void);

/* Has the events of an instruction of a block counted. */
void events_watch(const struct block *block, size_t index, bool is_user);

#endif
