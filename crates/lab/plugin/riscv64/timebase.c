/*
 * `time` ticks ten million times a second on QEMU's machine, once in 100 instructions of its clock
 * that counts them, and no option changes it (hw/riscv/virt.c, hw/intc/riscv_aclint.c). Here it
 * ticks once an instruction, and a device tree that nobody has read yet says so: figures are exact
 * by the guests' own clock.
 */
#include "timebase.h"

#include <stddef.h>

#include "../memory.h"
#include "tree.h"

enum { USUAL = 10000000, WANTED = 1000000000 };

/* QEMU's objects and their properties (include/qom/object.h, include/hw/qdev-properties.h). */
struct object;
struct property {
    const void *names[3], *calls[5], *field;
};
struct object *object_resolve_path_type(const char *, const char *, bool *) __attribute__((weak));
struct property *object_property_find(struct object *, const char *) __attribute__((weak));
uint64_t object_property_get_uint(struct object *, const char *, void *) __attribute__((weak));
void *object_field_prop_ptr(struct object *, const void *field) __attribute__((weak));

bool timebase_is_known(void)
{
    return object_resolve_path_type && object_property_find && object_property_get_uint &&
           object_field_prop_ptr;
}

/* The device's rate has no setter for a machine that runs: it is written where its getter reads. */
static bool set_rate(void)
{
    const char *name = "timebase-freq";
    struct object *timer = object_resolve_path_type("", "riscv.aclint.mtimer", NULL);
    struct property *rate = timer ? object_property_find(timer, name) : NULL;
    uint32_t *place = rate ? object_field_prop_ptr(timer, rate->field) : NULL;
    if (!place || *place != USUAL)
        return false;
    *place = WANTED;
    return object_property_get_uint(timer, name, NULL) == WANTED;
}

/* QEMU's first code hands the tree over: its address is behind that. */
static bool set_in_tree(void)
{
    enum { TREE = MACHINE_BEGINS + 0x20 };
    uint64_t tree;
    return memory_read_virtual(TREE, &tree, sizeof tree) &&
           tree_put(tree, "timebase-frequency", USUAL, WANTED);
}

bool timebase_set(bool machine_begins) { return set_rate() && (!machine_begins || set_in_tree()); }
