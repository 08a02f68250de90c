/* Without waiting: Linux asks each of them. */
#include "many.h"

static struct timespec none; /* Linux writes what is left of it */

static void look(uint64_t files)
{
    uint64_t set[16];
    for (unsigned i = 0; i < 16; i++)
        set[i] = many_set[i];
    DO(pselect6, files, set, 0, 0, &none, 0);
}

TIMED_CALL(uint64_t files = (uint64_t)many[operand - 1].file + 1, , look(files), files)

MANY(few, 10, many_open, "Ask", .flags = QUICK, .also = "lmbench: lat_select file 10");
MANY(hundred, 100, many_open, "Ask", .also = "lmbench: lat_select file 100");
MANY(most, 500, many_open, "Ask", .also = "lmbench: lat_select file 500");
