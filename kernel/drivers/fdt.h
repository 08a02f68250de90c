/*
 * A small reader of flattened device trees (Devicetree Specification 0.4, chapter 5). It
 * trusts nothing: every offset is checked against the block that it points into, and a
 * malformed tree reads like one that ends early. There is one tree, the one fdt_open() took;
 * it is read in place.
 */
#ifndef FDT_H
#define FDT_H

#include <lib.h>
#include <posih.h>

/* A node is the offset of its first token in the structure block; FDT_NONE is no node, and
 * every function takes it and finds nothing there. */
typedef int32_t fdt_node;
enum { FDT_NONE = -1 };

/* Whether there is a tree at an address. */
bool fdt_open(const void *blob);

/* The tree's own memory; its size is 0 when none is open. */
struct mem_region fdt_blob(void);

/* ------------------------------------------------------------------------- fdt.c */

fdt_node fdt_root(void);
fdt_node fdt_next(fdt_node node);    /* in the order of the tree, whatever its depth */
fdt_node fdt_child(fdt_node node);   /* the first */
fdt_node fdt_sibling(fdt_node node); /* the next of the same parent */
fdt_node fdt_parent(fdt_node node);
const char *fdt_name(fdt_node node); /* with the unit address: "memory@40000000" */

/* A property's value; NULL when the node has no such property. */
const uint8_t *fdt_property(fdt_node node, const char *name, uint32_t *size);

/* A property that is a string (or a list: the first of it); NULL when it is none. */
const char *fdt_string(fdt_node node, const char *name);

/* One 32-bit cell of a property. */
bool fdt_cell(fdt_node node, const char *name, unsigned index, uint32_t *value);

/* -------------------------------------------------------------------- fdt_find.c */

/* The node of a path such as "/chosen" or of an alias; what follows a ':' is ignored and
 * unit addresses may be left out. */
fdt_node fdt_path(const char *path);

/* Whether one of the node's `compatible` strings is this one. */
bool fdt_is_compatible(fdt_node node, const char *name);

/* Whether the node's `status` allows its use. */
bool fdt_is_available(fdt_node node);

/* The first available node with this `compatible` string. */
fdt_node fdt_compatible(const char *name);

/* The console that /chosen names, FDT_NONE when it names none. */
fdt_node fdt_stdout(void);

/* -------------------------------------------------------------------- fdt_reg.c */

/* An entry of `reg`, translated to the CPU's addresses through the `ranges` above it. */
bool fdt_reg(fdt_node node, unsigned index, struct mem_region *region);

/* The first address in `reg` as it stands: a CPU's number. */
bool fdt_id(fdt_node node, uint64_t *id);

/* ----------------------------------------------------------------- fdt_memory.c */

/* RAM that is free to use: the memory nodes less all reservations and the tree itself.
 * Returns how many regions there are, at most `max`. */
unsigned fdt_memory(struct mem_region *ram, unsigned max);

/* Takes the tree itself out of `known` regions, where firmware has told of RAM by other means.
 * Returns how many there are then, at most `max`. */
unsigned fdt_leave_out_blob(struct mem_region *ram, unsigned known, unsigned max);

/* Copies /chosen/bootargs; empty when there are none. */
void fdt_bootargs(char *to, size_t size);

#endif
