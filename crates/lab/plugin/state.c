#include "state.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* More fields than any processor has, and a longer state than any. */
enum { MOST_FIELDS = 512, LONGEST = 1 << 20 };

/* Words of a description and of its fields, each of which begins with a name. */
static const struct layout {
    unsigned fields, stride, offset, size;
} layouts[] = {
    {9, 13, 2, 3},  /* QEMU 7.2 to 10.0 */
    {12, 12, 1, 2}, /* 11.1 */
};
enum { LONGEST_STRIDE = 13 };

/* Reads memory of this process that may not be there. */
static bool peek(int memory, uintptr_t address, void *to, size_t size)
{
    return pread(memory, to, size, (off_t)address) == (ssize_t)size;
}

/* Whether `name` is at an address. */
static bool is_named(int memory, uintptr_t address, const char *name)
{
    char found[64];
    size_t size = strlen(name) + 1;
    return size <= sizeof found && peek(memory, address, found, size) && !memcmp(found, name, size);
}

static bool find(int memory, uintptr_t at, const struct layout *layout, struct field *field)
{
    uintptr_t words[LONGEST_STRIDE];
    for (int i = 0; i < MOST_FIELDS; i++, at += layout->stride * sizeof *words) {
        if (!peek(memory, at, words, layout->stride * sizeof *words) || !words[0])
            return false;
        if (!is_named(memory, words[0], field->name))
            continue;
        field->offset = words[layout->offset];
        return words[layout->size] == field->size && field->offset < LONGEST &&
               field->offset % sizeof(uint16_t) == 0;
    }
    return false;
}

static bool find_all(int memory, uintptr_t description, struct field *fields, size_t count)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        uintptr_t first = 0;
        size_t found = 0;
        peek(memory, description + layouts[i].fields * sizeof first, &first, sizeof first);
        while (found < count && find(memory, first, &layouts[i], &fields[found]))
            found++;
        if (found == count)
            return true;
    }
    return false;
}

bool state_find(const struct state_description *description, struct field *fields, size_t count)
{
    int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    bool is_found = description && find_all(memory, (uintptr_t)description, fields, count);
    close(memory);
    return is_found;
}
