/* Called by boot.S with the MMU off. */
#ifndef EARLY_H
#define EARLY_H

#include <stdint.h>

/* The largest device tree, by Linux's boot protocol. */
#define EARLY_TREE_MAX (2UL * 1024 * 1024)

extern uint8_t image_start[], image_end[];

/* The address of the device tree: the image's own, else the loader's, if there is a tree, else
 * where it is known to be put without saying so; 0 when there is none. */
uint64_t early_find_tree(uint64_t from_loader);

/* Builds tables that map the image and the tree 1:1, enough to read the tree with caches
 * on. Returns the root. */
uint64_t early_map(uint64_t tree);

#endif
