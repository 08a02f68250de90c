/* Text that a program packs in gzip's format. The last eight bytes of what it writes are CRC-32 and
 * size of what it has read (RFC 1952): they must be those of the text. */
#ifndef PACKED_H
#define PACKED_H

#include <workload.h>

enum { TRAILER = 8 };

static long packed_input, packed_output;
static uint32_t packed_wanted[2];

/* `make` writes the text. */
static inline const char *packed_open(const char *const *words, uint32_t size,
                                      void (*make)(char *text, uint64_t size))
{
    char *text = process_memory(size);
    make(text, size);
    packed_input = workload_file(text, size);
    packed_output = memory_file(0);
    packed_wanted[0] = crc32(text, size);
    packed_wanted[1] = size;
    return workload_find(*words);
}

static inline void pack(const char *const *words)
{
    workload_execute(words, packed_input, packed_output);
}

static inline void packed_check(const char *program)
{
    uint32_t trailer[2];
    long size = DO(lseek, packed_output, 0, SEEK_END);
    DO_ALL(TRAILER, pread64, packed_output, trailer, TRAILER, size - TRAILER);
    if (memcmp(trailer, packed_wanted, TRAILER))
        fail("%s wrote something that does not hold its input", program);
}

#endif
