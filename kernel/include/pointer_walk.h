/* Pointers through memory in a random order, for benchmarks of its latency. */
#ifndef POINTER_WALK_H
#define POINTER_WALK_H

#include <stdint.h>

/* The words lie `stride` bytes apart. Where that is a page, each is in another line of its page:
 * the same one of every page would fall into the same few sets of a cache. */
static inline uint64_t *pointer_walk_word(uint64_t first, uint64_t stride, uint64_t index)
{
    enum { LINE = 64 };
    return (uint64_t *)(first + index * stride + index * LINE % stride);
}

/* A linear congruential generator (Knuth's MMIX constants); its high bits are good enough. */
static inline uint64_t pointer_walk_random(uint64_t *state, uint64_t limit)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (*state >> 32) % limit;
}

/* Has each word of the set point to another: Sattolo's shuffle, a permutation that is a single
 * cycle. */
static inline void pointer_walk_link(uint64_t first, uint64_t size, uint64_t stride)
{
    uint64_t words = size / stride, state = 0;
    for (uint64_t i = 0; i < words; i++)
        *pointer_walk_word(first, stride, i) = (uint64_t)pointer_walk_word(first, stride, i);
    for (uint64_t i = words - 1; i > 0; i--) {
        uint64_t *word = pointer_walk_word(first, stride, i);
        uint64_t *other = pointer_walk_word(first, stride, pointer_walk_random(&state, i));
        uint64_t kept = *word;
        *word = *other;
        *other = kept;
    }
}

#endif
