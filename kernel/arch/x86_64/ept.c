#include "ept.h"

#include <lib.h>
#include <posih.h>

enum { ENTRIES = 512, TABLE = 7, LARGE = 1 << 7, WALK_OF_4_WRITE_BACK = 3 << 3 | 6 };

static uint64_t *hole;

uint64_t *ept_hole(void) { return hole; }

uint64_t ept_make(void)
{
    /* Root, directory pointers, the directories of the first GiB and of the hole, its tables. */
    enum { TABLES = 4 + HOLE_TABLES };
    uint64_t(*tables)[ENTRIES] = heap_alloc(TABLES * sizeof *tables, PAGE_4K);
    if (!tables)
        return 0;
    memset(tables, 0, TABLES * sizeof *tables);
    tables[0][0] = (uint64_t)tables[1] | TABLE;
    tables[1][0] = (uint64_t)tables[2] | TABLE;
    tables[1][1] = (uint64_t)tables[3] | TABLE;
    for (uint64_t i = 0; i < ENTRIES; i++)
        tables[2][i] = i * PAGE_2M | LARGE | EPT_PAGE;
    for (uint64_t i = 0; i < HOLE_TABLES; i++)
        tables[3][i] = (uint64_t)tables[4 + i] | TABLE;
    hole = tables[4];
    return (uint64_t)tables[0] | WALK_OF_4_WRITE_BACK;
}
