/* The string functions that compilers expect to exist, and one that is safe. */
#include <lib.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    for (const unsigned char *in = from; size; size--)
        *out++ = *in++;
    return to;
}

/* Words where the alignment allows: page tables are cleared with this. */
void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    uint64_t word = (unsigned char)byte * 0x0101010101010101ULL;
    if ((uintptr_t)out % sizeof word == 0)
        for (; size >= sizeof word; size -= sizeof word, out += sizeof word)
            *(uint64_t *)out = word;
    for (; size; size--)
        *out++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    for (const unsigned char *x = a, *y = b; size; size--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size; size--, a++, b++)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

void copy_string(char *to, const char *from, size_t size)
{
    for (; size > 1 && *from; size--)
        *to++ = *from++;
    if (size)
        *to = '\0';
}
