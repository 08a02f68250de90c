/* What /memory, /reserved-memory and /chosen say. */
#include "fdt.h"

#include "fdt_blob.h"

/* The list being made. */
static struct mem_region *regions;
static unsigned count, limit;

static void add(uint64_t base, uint64_t end)
{
    if (base < end && count < limit)
        regions[count++] = (struct mem_region){base, end - base};
}

static void add_memory(void)
{
    for (fdt_node node = fdt_child(fdt_root()); node != FDT_NONE; node = fdt_sibling(node)) {
        const char *type = fdt_string(node, "device_type");
        struct mem_region region;
        if (!type || strcmp(type, "memory") || !fdt_is_available(node))
            continue;
        for (unsigned i = 0; fdt_reg(node, i, &region); i++)
            add(region.base, region.base + region.size);
    }
}

/* Takes the pages of [base, base + size) out of every region; one that contains them all is
 * split, and its upper part becomes a region at the end of the list. */
static void take_out(uint64_t base, uint64_t size)
{
    uint64_t start = align_down(base, PAGE_4K), end = align_up(base + size, PAGE_4K);
    if (!size)
        return;
    for (unsigned i = 0, known = count; i < known; i++) {
        struct mem_region *region = &regions[i];
        uint64_t region_end = region->base + region->size;
        if (end <= region->base || start >= region_end)
            continue;
        if (start > region->base) {
            add(end, region_end);
            region->size = start - region->base;
        } else {
            region->base = min_u64(end, region_end);
            region->size = region_end - region->base;
        }
    }
}

/* Pairs of 64-bit numbers, ended by a pair of zeros (Devicetree Specification 0.4, 5.3). */
static void take_out_reserve_map(void)
{
    enum { ENTRY = 16 };
    uint32_t left;
    const uint8_t *entry = fdt_reserve_map(&left);
    for (; left >= ENTRY; entry += ENTRY, left -= ENTRY) {
        uint64_t base = (uint64_t)fdt_read_cell(entry) << 32 | fdt_read_cell(entry + 4);
        uint64_t size = (uint64_t)fdt_read_cell(entry + 8) << 32 | fdt_read_cell(entry + 12);
        if (!base && !size)
            return;
        take_out(base, size);
    }
}

static void take_out_reserved_memory(void)
{
    fdt_node node = fdt_child(fdt_path("/reserved-memory"));
    for (; node != FDT_NONE; node = fdt_sibling(node)) {
        struct mem_region region;
        for (unsigned i = 0; fdt_reg(node, i, &region); i++)
            take_out(region.base, region.size);
    }
}

static void drop_empty(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (regions[i].size)
            regions[kept++] = regions[i];
    count = kept;
}

unsigned fdt_memory(struct mem_region *ram, unsigned max)
{
    struct mem_region blob = fdt_blob();
    regions = ram;
    limit = max;
    count = 0;
    if (!blob.size)
        return 0;
    add_memory();
    take_out_reserve_map();
    take_out_reserved_memory();
    take_out(blob.base, blob.size);
    drop_empty();
    return count;
}

unsigned fdt_leave_out_blob(struct mem_region *ram, unsigned known, unsigned max)
{
    struct mem_region blob = fdt_blob();
    regions = ram;
    limit = max;
    count = known;
    take_out(blob.base, blob.size);
    drop_empty();
    return count;
}

void fdt_bootargs(char *to, size_t size)
{
    const char *arguments = fdt_string(fdt_path("/chosen"), "bootargs");
    copy_string(to, arguments ? arguments : "", size);
}
