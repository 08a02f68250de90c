#include "bytes.h"

struct byte_array *g_byte_array_new(void) __attribute__((weak));
struct byte_array *g_byte_array_set_size(struct byte_array *, unsigned) __attribute__((weak));

bool bytes_are_there(void) { return g_byte_array_new && g_byte_array_set_size; }

struct byte_array *bytes_empty(void)
{
    static struct byte_array *bytes;
    if (!bytes)
        bytes = g_byte_array_new();
    return g_byte_array_set_size(bytes, 0);
}
