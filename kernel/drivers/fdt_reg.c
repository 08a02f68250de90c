/* Addresses: `reg` in the parent's cells, and their way up through `ranges`. Devicetree
 * Specification 0.4, 2.3.5 to 2.3.8. */
#include "fdt.h"

#include "fdt_blob.h"

enum { CELLS_MAX = 4 };

/* How many cells addresses and sizes of a node's children have. */
struct shape {
    uint32_t address, size;
};

static bool shape_below(fdt_node parent, struct shape *shape)
{
    *shape = (struct shape){2, 1}; /* the specification's defaults */
    fdt_cell(parent, "#address-cells", 0, &shape->address);
    fdt_cell(parent, "#size-cells", 0, &shape->size);
    return parent != FDT_NONE && shape->address <= CELLS_MAX && shape->size <= CELLS_MAX;
}

/* The low 64 bits of a number of some cells. */
static uint64_t number(const uint8_t *cells, uint32_t count)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value = value << 32 | fdt_read_cell(cells + 4 * i);
    return value;
}

/* The index-th entry of `reg`, as it stands. */
static bool raw_reg(fdt_node node, unsigned index, struct mem_region *region)
{
    struct shape shape;
    uint32_t size;
    const uint8_t *cells = fdt_property(node, "reg", &size);
    if (!cells || !shape_below(fdt_parent(node), &shape))
        return false;
    uint32_t entry = 4 * (shape.address + shape.size);
    if (!entry || index >= size / entry)
        return false;
    cells += index * entry;
    region->base = number(cells, shape.address);
    region->size = number(cells + 4 * shape.address, shape.size);
    return true;
}

/* From the addresses on a bus to those on the bus above. An empty `ranges` says that they
 * are the same; without one there is no way through. */
static bool translate(fdt_node bus, fdt_node above, uint64_t *address)
{
    struct shape inner, outer;
    uint32_t size;
    const uint8_t *cells = fdt_property(bus, "ranges", &size);
    if (!cells || !shape_below(bus, &inner) || !shape_below(above, &outer))
        return false;
    if (!size)
        return true;
    uint32_t entry = 4 * (inner.address + outer.address + inner.size);
    for (; entry && size >= entry; cells += entry, size -= entry) {
        uint64_t from = number(cells, inner.address);
        uint64_t to = number(cells + 4 * inner.address, outer.address);
        uint64_t length = number(cells + 4 * (inner.address + outer.address), inner.size);
        if (*address >= from && *address - from < length) {
            *address = *address - from + to;
            return true;
        }
    }
    return false;
}

bool fdt_reg(fdt_node node, unsigned index, struct mem_region *region)
{
    if (!raw_reg(node, index, region))
        return false;
    fdt_node bus = fdt_parent(node);
    for (fdt_node above = fdt_parent(bus); above != FDT_NONE; above = fdt_parent(bus)) {
        if (!translate(bus, above, &region->base))
            return false;
        bus = above;
    }
    return true;
}

bool fdt_id(fdt_node node, uint64_t *id)
{
    struct mem_region region;
    if (!raw_reg(node, 0, &region))
        return false;
    *id = region.base;
    return true;
}
