/* What benchmarks with several roots share. */
#ifndef SPACES_H
#define SPACES_H

#include <hyperbench.h>

/* Where the heap was before the first of their tables; 0 until then. */
static uint64_t spaces_mark;

/* Clears all tables of theirs. A hypervisor with shadow page tables remembers the last roots that
 * a guest has used, and every flush of a page would go on to pay for each, in the benchmarks that
 * follow as well, until it sees that they are no tables any more. */
static void forget_spaces(void)
{
    enum { TABLES = 40 };
    if (!spaces_mark)
        return;
    heap_release(spaces_mark);
    void *tables = heap_alloc(TABLES * PAGE_4K, PAGE_4K);
    if (tables)
        memset(tables, 0, TABLES * PAGE_4K);
}

#endif
