/* A page of code that ring 3 runs, for a benchmark's init(). */
#ifndef RING3_H
#define RING3_H

#include <stdint.h>

/* Copies `size` bytes of code, a page at most, to a page that ring 3 may run, and gives interrupts
 * from there a stack. Returns the page's address, in the benchmark's window, or 0 when there is no
 * memory. Page and stack go back with the window and the heap. */
uint64_t ring3_page(const void *code, uint64_t size);

#endif
