/* Past the page cache (O_DIRECT) each is a request, and a sleep until the disk interrupts:
 * disk-read-4k-irq with a Linux. */
#include "direct.h"

static void prepare(uint64_t n)
{
    (void)n;
    if (!direct.has_pattern)
        direct_lay_pattern();
    if (direct.last != NOWHERE)
        block_expect(direct.data, (uint64_t)direct.last, operand);
    direct.last = NOWHERE;
    block_clear(direct.data, operand);
}

/* What a disk that returns nothing leaves there is no word of the pattern. */
static inline void read_next(uint64_t size)
{
    uint64_t at = direct_next(size);
    *direct.data = 0;
    direct_read(direct.data, size, at);
    if (*(volatile uint64_t *)direct.data != block_pattern(at))
        block_lies(at);
}

TIMED_CALL(uint64_t size = operand, , read_next(size), size)

DIRECT(run, control, small, "-4k", SMALL, .summary = "Read 4 KiB of a disk past the page cache");
DIRECT(run, control, middle, "-64k", MIDDLE,
       .summary = "Read 64 KiB of a disk past the page cache");
DIRECT(run, control, large, "-1m", LARGE, .summary = "Read 1 MiB of a disk past the page cache");
