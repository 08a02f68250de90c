/* Word by word to another set of the same size, through the CPU's general registers. */
#include <blocks.h>

static void copy_block(volatile uint64_t *to, volatile uint64_t *from)
{
    BLOCK_EACH (i)
        to[i] = from[i];
}

TIMED_CALL(struct blocks set = blocks, , copy_block(block_behind(set, i), block(set, i)), set.base)

BLOCK_SIZES("Copy", "lmbench: bw_mem cp")
