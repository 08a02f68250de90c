/* The interrupt table (AMD64 Architecture Programmer's Manual, volume 2, 4.8.4). */
#ifndef X86_64_VECTORS_H
#define X86_64_VECTORS_H

#include <stdint.h>

enum { VECTORS = 256, PAGE_FAULT = 14, EXTERNAL = 32, NO_VECTOR = -1 };

/* The vector whose handler begins at `address`. */
int vector_at(uint64_t address);

#endif
