/* A page of code that ring 3 runs, while a benchmark runs. */
#ifndef RING3_H
#define RING3_H

#include <stdint.h>

/* Copies `size` bytes of code, a page at most, to a page that ring 3 may run, and gives interrupts
 * from there a stack. Returns the page's address, or 0 when there is no memory. Page and stack are
 * the heap's. */
uint64_t ring3_open(const void *code, uint64_t size);

/* Takes the page out of the page tables, whose memory is the heap's. Must follow ring3_open(). */
void ring3_close(void);

#endif
