/* The guest-physical memory of a guest (L2) with EPT: the first GiB 1:1, and a hole behind it of
 * which pages are mapped one by one. */
#ifndef EPT_H
#define EPT_H

#include <stdint.h>

enum { HOLE_BASE = 1 << 30, HOLE_TABLES = 32, HOLE_PAGES = HOLE_TABLES * 512 };

/* An entry that maps a page: readable, writable, executable, write-back (Intel SDM 3, 29.3.2). */
enum { EPT_PAGE = 7 | 6 << 3 };

/* Makes the tables. Returns the EPT pointer, or 0 when there is not enough memory. The first read
 * of the hole is an EPT violation, wherever it is. */
uint64_t ept_make(void);

/* The entries of the hole's pages, one for 4 KiB, of the last tables made. */
uint64_t *ept_hole(void);

#endif
