/* A pattern that is on the scratch disk and in memory, so that a disk that returns something else
 * is noticed: the first and the last word of every sector, since a KVM that emulates guest kernels
 * takes a microsecond for each instruction. */
#ifndef DISK_PATTERN_H
#define DISK_PATTERN_H

#include <disk.h>
#include <hyperbench.h>

enum { WORDS = DISK_SECTOR / 8 };

/* The word of the pattern at a place of the disk: no two are the same. */
static inline uint64_t block_pattern(uint64_t at) { return at ^ 0x9e3779b97f4a7c15; }

static inline void block_fill(uint64_t *words, uint64_t at, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += DISK_SECTOR, words += WORDS) {
        words[0] = block_pattern(at + i);
        words[WORDS - 1] = ~words[0];
    }
}

static inline void block_clear(uint64_t *words, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += DISK_SECTOR, words += WORDS)
        words[0] = words[WORDS - 1] = 0;
}

static inline _Noreturn void block_lies(uint64_t at)
{
    fail("the disk does not return what was written, at byte %lu", at);
}

static inline void block_expect(const uint64_t *words, uint64_t at, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += DISK_SECTOR, words += WORDS)
        if (words[0] != block_pattern(at + i) || words[WORDS - 1] != ~words[0])
            block_lies(at + i);
}

#endif
