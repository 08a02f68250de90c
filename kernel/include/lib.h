/* Freestanding helpers. They have no state and no dependencies: tested on the host. */
#ifndef LIB_H
#define LIB_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);

/* Copies at most size - 1 characters and always ends the copy with NUL. */
void copy_string(char *to, const char *from, size_t size);

/* Formats into `buffer` like vsnprintf, for %s %c %d %u %x %lu %lx %ld %% with an optional
 * zero-padded width. Returns the length, which is less than `size`; what does not fit is
 * cut off. */
size_t format(char *buffer, size_t size, const char *pattern, ...)
    __attribute__((format(printf, 3, 4)));
size_t format_list(char *buffer, size_t size, const char *pattern, va_list arguments);

/* Reads a decimal or 0x number that must fill the whole text. `suffixes` allows K, M, G. */
bool parse_number(const char *text, bool suffixes, uint64_t *value);

/* CRC-32 (IEEE 802.3, reflected), as in zlib. */
uint32_t crc32(const void *data, size_t size);

/* Sorts ascending, in place. */
void sort_u64(uint64_t *values, size_t count);

/* What an operation costs, in hundredths of a tick. */
struct figure {
    int64_t median, low, high;
    bool has_interval; /* between low and high, with 95 % confidence: there were enough values */
};

/* The cost from what each of `count` batches, at least one, of `n` operations took. Sorts them. */
struct figure figure_of(int64_t *values, size_t count, uint64_t n);

/* a * b / c without overflow of the product, as long as b * c fits; c must not be 0. */
static inline uint64_t mul_div(uint64_t a, uint64_t b, uint64_t c)
{
    return a / c * b + a % c * b / c;
}

/* The largest number whose square is at most `value`. */
uint64_t square_root(uint64_t value);

static inline uint64_t align_up(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

static inline uint64_t align_down(uint64_t value, uint64_t alignment)
{
    return value / alignment * alignment;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

#endif
