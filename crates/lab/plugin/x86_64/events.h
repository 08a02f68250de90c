/* Counts what a guest does. Its functions look when the block after the one that runs begins. */
#ifndef X86_64_EVENTS_H
#define X86_64_EVENTS_H

#include "../arch.h"

/* Has the events of an instruction of a block counted. */
void events_watch(const struct block *block, size_t index, bool is_user);

#endif
