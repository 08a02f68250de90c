#include "state.h"

#include <string.h>

struct state_field {
    const char *name, *hint;
    size_t offset, size, start;
    int count;
    size_t count_offset, size_offset;
    const void *information;
    int flags;
    const void *description;
    int versions[2];
    const void *exists;
};

/* More fields than any processor has. */
enum { MOST_FIELDS = 512 };

static const struct state_field *find(const struct state_description *in, const char *name)
{
    for (int i = 0; i < MOST_FIELDS && in->fields[i].name; i++)
        if (!strcmp(in->fields[i].name, name))
            return &in->fields[i];
    return NULL;
}

bool state_has(const struct state_description *description, const char *name)
{
    return description && !strncmp(description->name, "cpu", 3) && find(description, name);
}

void *state_of(const cpu *of, const struct state_description *description, const char *name)
{
    return (char *)of + find(description, name)->offset;
}
