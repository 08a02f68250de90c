/* Word by word, as fast as the CPU's general registers give it. */
#include <blocks.h>

static void write_block(volatile uint64_t *to)
{
    BLOCK_EACH (i)
        to[i] = i;
}

TIMED_CALL(struct blocks set = blocks, , write_block(block(set, i)), set.base)

BLOCK_SIZES("Write", "lmbench: bw_mem wr")
