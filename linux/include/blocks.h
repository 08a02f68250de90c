/* Memory in blocks of 4 KiB, which benchmarks of bandwidth go through one by one, round and
 * round. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <process.h>

enum { BLOCK = 4096, BLOCK_WORDS = BLOCK / sizeof(uint64_t) };

static struct blocks {
    volatile uint64_t *base;
    uint64_t mask; /* of a block's number */
    uint64_t next; /* block of the coming batch */
} blocks;

/* The operand is the size of the set; a second one of the same size is behind it. */
static inline const char *blocks_make(void)
{
    blocks.base = process_memory(2 * operand);
    blocks.mask = operand / BLOCK - 1;
    memset((void *)(uintptr_t)blocks.base, 1, 2 * operand);
    return NULL;
}

/* Batches go on where others ended: what the last one used is in a cache. */
static inline void blocks_prepare(uint64_t n) { blocks.next += n; }

static inline volatile uint64_t *block(struct blocks set, uint64_t number)
{
    return set.base + ((set.next + number) & set.mask) * BLOCK_WORDS;
}

static inline volatile uint64_t *block_behind(struct blocks set, uint64_t number)
{
    return block(set, number) + (set.mask + 1) * BLOCK_WORDS;
}

/* The loop over a block's words, in which its own instructions are few. */
#define BLOCK_EACH(word) \
    _Pragma("clang loop unroll_count(8)") for (uint64_t word = 0; word < BLOCK_WORDS; word++)

/* A benchmark for each of some sizes: one that first-level caches hold, one for the second, one
 * for the last, and one for none. */
#define BLOCK_SIZES(verb, also_text)                                 \
    BLOCK_SIZE(in_16k, "-16k", verb, "16 KiB", 16384, also_text)     \
    BLOCK_SIZE(in_256k, "-256k", verb, "256 KiB", 262144, also_text) \
    BLOCK_SIZE(in_2m, "-2m", verb, "2 MiB", 2097152, also_text)      \
    BLOCK_SIZE(in_8m, "-8m", verb, "8 MiB", 8388608, also_text)
#define BLOCK_SIZE(id, suffix, verb, text, size, also_text)                                        \
    VARIANT(id, suffix, .summary = verb " 4 KiB of a set of " text, .path = PATH_PAGING,           \
            .operand = size, .work = {BLOCK, "B"}, .init = blocks_make, .prepare = blocks_prepare, \
            .also = also_text);

#endif
