#include "registers.h"

#include <string.h>

#include "bytes.h"

uint64_t registers_read(register_reader *reader, int number)
{
    struct byte_array *bytes = bytes_empty();
    int size = reader(current_cpu, bytes, number);
    uint64_t value = 0;
    memcpy(&value, bytes->data, (size_t)size < sizeof value ? (size_t)size : sizeof value);
    return value;
}
