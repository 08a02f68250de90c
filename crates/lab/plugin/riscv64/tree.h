/* The device tree that the machine starts with. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stdint.h>

/* Has the number `name` of the tree at an address be `wanted`; false unless it is there, and
 * `usual` before. */
bool tree_put(uint64_t address, const char *name, uint32_t usual, uint32_t wanted);

#endif
