#include "page_tables.h"

#include <lib.h>
#include <posih.h>

/* Size in bytes of what an entry at a level maps. */
static uint64_t span_at(unsigned level) { return (uint64_t)PAGE_4K << 9 * (level - 1); }

static unsigned level_of(uint64_t granularity)
{
    return granularity == PAGE_4K ? 1 : granularity == PAGE_2M ? 2 : 3;
}

static uint64_t *entry_for(uint64_t *table, unsigned level, uint64_t va)
{
    return &table[va / span_at(level) % TABLE_ENTRIES];
}

static uint64_t *new_table(const struct page_tables *tables)
{
    uint64_t *table = tables->spare ? tables->spare() : NULL;
    if (table)
        return table;
    table = heap_alloc(PAGE_4K, PAGE_4K);
    if (table)
        memset(table, 0, PAGE_4K);
    return table;
}

static bool points_to_table(const struct page_tables *tables, uint64_t entry)
{
    return (entry & tables->type) == (tables->table & tables->type);
}

static uint64_t *table_at(const struct page_tables *tables, uint64_t entry)
{
    return (uint64_t *)((entry & tables->address) << tables->shift);
}

/* The table that an entry points to; it is made when the entry is empty. */
static uint64_t *table_below(const struct page_tables *tables, uint64_t *entry)
{
    if (!*entry) {
        uint64_t *below = new_table(tables);
        if (!below)
            return NULL;
        *entry = (uint64_t)below >> tables->shift | tables->table;
    }
    return points_to_table(tables, *entry) ? table_at(tables, *entry) : NULL;
}

/* Walks down to the table whose entries are of the wanted level. */
static uint64_t *table_for(const struct page_tables *tables, uint64_t va, unsigned wanted)
{
    uint64_t *table = tables->root;
    for (unsigned level = tables->levels; table && level > wanted; level--)
        table = table_below(tables, entry_for(table, level, va));
    return table;
}

uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t va)
{
    uint64_t *table = tables->root;
    for (unsigned level = tables->levels; level > 1; level--) {
        uint64_t entry = *entry_for(table, level, va);
        if (!points_to_table(tables, entry))
            return NULL;
        table = table_at(tables, entry);
    }
    return entry_for(table, 1, va);
}

uint64_t *page_tables_share(const struct page_tables *tables)
{
    uint64_t *root = heap_alloc(PAGE_4K, PAGE_4K);
    for (unsigned slot = 0; root && slot < TABLE_ENTRIES; slot++)
        root[slot] = slot < WINDOW_SLOT ? tables->root[slot] : 0;
    return root;
}

/* Fills `count` entries, each with a value that is a step above the one before. */
static void fill(uint64_t *entry, uint64_t count, uint64_t value, uint64_t step)
{
    for (uint64_t *end = entry + count; entry != end; value += step)
        *entry++ = value;
}

bool page_tables_map(const struct page_tables *tables, uint64_t va, uint64_t pa, uint64_t size,
                     uint64_t granularity, uint64_t page)
{
    unsigned level = level_of(granularity);
    /* Alignment keeps the address clear of the entry's other bits: both can be added at once. */
    uint64_t step = granularity >> tables->shift;
    for (uint64_t end = va + size; va != end;) {
        uint64_t *table = table_for(tables, va, level);
        if (!table)
            return false;
        uint64_t *entry = entry_for(table, level, va);
        uint64_t count =
            min_u64((end - va) / granularity, (uint64_t)(table + TABLE_ENTRIES - entry));
        fill(entry, count, pa >> tables->shift | page, step);
        va += count * granularity;
        pa += count * granularity;
    }
    return true;
}

void page_tables_clear_window(const struct page_tables *tables)
{
    for (unsigned slot = WINDOW_SLOT; slot < TABLE_ENTRIES; slot++)
        tables->root[slot] = 0;
}
