/* Physical memory after boot: the heap, and the memory kept cold. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Divides the RAM of boot_info into heap and cold memory. Returns false when there is not
 * enough to work with. */
bool memory_init(void);

/* All usable RAM, in bytes. */
uint64_t memory_total(void);

#endif
