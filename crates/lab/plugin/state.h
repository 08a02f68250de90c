/*
 * Where QEMU keeps a processor's state: Debian's exports the description of it that migration uses
 * (QEMU, include/migration/vmstate.h, target/.../machine.c), with every field's name and place.
 */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>

#include "registers.h"

struct state_field;

struct state_description {
    const char *name;
    int unmigratable, version, oldest_version, priority;
    const void *functions[6];
    const struct state_field *fields;
};

/* Whether `description` is there (it is weak), is a processor's, and has a field called `name`. */
bool state_has(const struct state_description *description, const char *name);

/* The field called `name`, which is there, of a processor. */
void *state_of(const cpu *of, const struct state_description *description, const char *name);

#endif
