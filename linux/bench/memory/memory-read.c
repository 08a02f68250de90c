/* Word by word, as fast as the CPU's general registers take it. */
#include <blocks.h>

static void read_block(volatile uint64_t *from)
{
    uint64_t sum = 0;
    BLOCK_EACH (i)
        sum += from[i];
    KEEP(sum);
}

TIMED_CALL(struct blocks set = blocks, , read_block(block(set, i)), set.base)

BLOCK_SIZES("Read", "lmbench: bw_mem rd")
