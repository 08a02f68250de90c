#ifndef PAGING_H
#define PAGING_H

#include <stdint.h>

/* Maps the RAM that the tables built into the image do not cover. */
void paging_init(void);

/* The value of CR3 that everything runs on. */
uint64_t paging_root(void);

#endif
