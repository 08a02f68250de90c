/*
 * Where QEMU keeps a processor's state: Debian's exports the description of it that migration uses
 * (QEMU, include/migration/vmstate.h, target/.../machine.c), with every field's name, place and
 * size. How a description is laid out is QEMU's own affair and changes: it is read with care, in
 * each way that is known.
 */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "registers.h"

struct state_description;

/* A field of a processor's state. */
struct field {
    const char *name;
    size_t size;   /* of one element */
    size_t offset; /* in the processor, once it has been found */
};

/* Finds the fields by their names in `description`, which may be missing; false unless it is a
 * processor's and has each of them, of its size. */
bool state_find(const struct state_description *description, struct field *fields, size_t count);

/* A field that has been found, of a processor. */
static inline void *state_of(const cpu *of, const struct field *field)
{
    return (char *)of + field->offset;
}

#endif
