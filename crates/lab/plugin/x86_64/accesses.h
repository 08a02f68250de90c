/* Tells shadow.h of what a guest accesses. */
#ifndef X86_64_ACCESSES_H
#define X86_64_ACCESSES_H

#include "../arch.h"

/* Has the accesses of an instruction of a block told: those to data, and to the block's code. */
void accesses_watch(const struct block *block, size_t index);

#endif
