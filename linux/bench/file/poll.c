/* Without waiting: Linux asks each of them. */
#include "many.h"

static struct timespec none; /* Linux writes what is left of it */

TIMED_CALL(uint64_t files = operand, , DO(ppoll, many, files, &none, 0), files)

MANY(few, 10, many_open, "Poll");
MANY(hundred, 100, many_open, "Poll");
MANY(most, 500, many_open, "Poll");
