/* Linux' calls that copy an address space or put a program into one. */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* Counts a call by its number in the table that newer architectures share, and what it does. Its
 * first argument is the flags of a clone, or where `read` finds them. */
void calls_count(uint64_t call, uint64_t first,
                 bool (*read)(uint64_t address, void *to, uint64_t size));

#endif
