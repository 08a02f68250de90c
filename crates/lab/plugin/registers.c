#include "registers.h"

#include <string.h>

struct byte_array {
    uint8_t *data;
    unsigned length;
};
struct byte_array *g_byte_array_new(void) __attribute__((weak));
struct byte_array *g_byte_array_set_size(struct byte_array *, unsigned) __attribute__((weak));

bool registers_are_readable(void) { return g_byte_array_new && g_byte_array_set_size; }

uint64_t registers_read(register_reader *reader, int number)
{
    static struct byte_array *bytes;
    if (!bytes)
        bytes = g_byte_array_new();
    g_byte_array_set_size(bytes, 0);
    int size = reader(current_cpu, bytes, number);
    uint64_t value = 0;
    memcpy(&value, bytes->data, (size_t)size < sizeof value ? (size_t)size : sizeof value);
    return value;
}
