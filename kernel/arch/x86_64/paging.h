#ifndef PAGING_H
#define PAGING_H

#include <stdbool.h>
#include <stdint.h>

/* Maps the RAM that the tables built into the image do not cover. */
void paging_init(void);

/* Maps a device's registers 1:1, with or without a heap. Returns false when there is no memory for
 * tables. */
bool paging_map_device(uint64_t base, uint64_t size);

/* The value of CR3 that everything runs on. */
uint64_t paging_root(void);

#endif
