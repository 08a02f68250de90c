#include "shadow.h"

#include <stddef.h>

#include "followed.h"
#include "usage.h"

/* Entries that are made with one that an access needs, a line of the cache. */
enum { NEIGHBOURS = 8 };

/* The last roots, the current one first. */
enum { ROOTS = 4 };
static struct root {
    uint64_t frame;
    struct table *table;
    uint32_t life;
} roots[ROOTS];

/* Pages whose accesses ended without more to do. */
enum { KNOWN = 1024 };
static struct known {
    uint64_t page;
    uint32_t epoch;
    bool allows_stores;
} known[KNOWN];

/* The shadow of the current root, made anew where it was given up. */
static struct table *current(void)
{
    enum { ALL = 7 };
    struct root *root = &roots[0];
    if (!root->table || root->table->life != root->life) {
        root->table = table_get(root->frame, TOP, ALL, false);
        root->life = root->table->life;
    }
    return root->table;
}

void shadow_root(uint64_t frame)
{
    if (frame >= FRAMES)
        return;
    unsigned at = 0;
    while (at < ROOTS - 1 && roots[at].frame != frame)
        at++;
    struct root found = roots[at].frame == frame ? roots[at] : (struct root){.frame = frame};
    for (; at; at--)
        roots[at] = roots[at - 1];
    roots[0] = found;
    tables_sync(current());
    shadow_epoch++;
}

/* The entry for the page at `address` or where one is missing, and the table that it is in. */
static struct entry *find(struct table *root, uint64_t address, struct table **table)
{
    struct entry *entry = NULL;
    for (struct table *at = root; at; at = table_below(entry)) {
        *table = at;
        entry = &at->entries[index_at(address, at->level)];
    }
    return entry;
}

static bool is_page(const struct entry *entry) { return entry->is_there && !entry->table; }

/* Makes the entry from what the guest's says, if that may be. */
static bool ahead(struct table *table, unsigned index, uint64_t guests)
{
    if (!(guests & PRESENT) || !(guests & ACCESSED) || frame_of(guests) >= FRAMES)
        return false;
    bool is_writable = guests & WRITABLE && guests & DIRTY && table->access & MAY_WRITE;
    entry_set(&table->entries[index], LEAF, frame_of(guests), is_writable, true);
    return true;
}

void shadow_flush(uint64_t address)
{
    for (unsigned i = 0; i < ROOTS; i++) {
        struct table *table = NULL;
        if (!roots[i].table || roots[i].table->life != roots[i].life)
            continue;
        struct entry *entry = find(roots[i].table, address, &table);
        if (!table->is_open)
            continue;
        uint64_t guests = 0;
        unsigned index = index_at(address, LEAF);
        entry->is_there = false;
        read_entries(table->frame, index, 1, &guests);
        ahead(table, index, guests);
    }
    shadow_epoch++;
}

/* Makes the entries beside one of the lowest level. */
static void fill_neighbours(struct table *table, unsigned index)
{
    uint64_t guests[NEIGHBOURS];
    unsigned first = index & ~(NEIGHBOURS - 1U);
    if (!table->is_direct)
        read_entries(table->frame, first, NEIGHBOURS, guests);
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        struct entry *entry = &table->entries[first + i];
        if (entry->is_there)
            continue;
        if (table->is_direct)
            entry_set(entry, LEAF, table->frame + first + i, table->access & MAY_WRITE, true);
        else if (!ahead(table, first + i, guests[i]))
            return;
        usage_count("entry_ahead");
    }
}

/* The table below `table` on the way to the page, found or made. */
static struct table *step(struct table *table, const struct access *access, const struct walk *walk)
{
    int level = table->level - 1;
    bool is_direct = level < walk->level;
    struct entry *entry = &table->entries[index_at(access->address, table->level)];
    uint64_t within = (1ULL << (level * INDEX_BITS)) - 1;
    uint64_t frame = is_direct ? walk->frame & ~within : walk->tables[level];
    uint8_t allowed = is_direct ? walk->allowed : walk->access[level];
    if (is_direct && !walk->is_writable)
        allowed &= (uint8_t)~MAY_WRITE;
    table->stores = 0;
    struct table *below = table_below(entry);
    if (below && below->frame == frame && (!is_direct || below->access == allowed))
        return below;
    below = table_get(frame, level, allowed, is_direct);
    tables_sync(below);
    *entry = (struct entry){.table = below, .frame = frame, .life = below->life, .is_there = true};
    return below;
}

/* Makes the entry that the access needs. */
static void fill(const struct access *access, const struct walk *walk)
{
    int level = walk->level > LEAF && frame_may_be_large(walk->frame) ? LARGE : LEAF;
    struct table *table = current();
    while (table->level > level)
        table = step(table, access, walk);
    unsigned index = index_at(access->address, level);
    uint64_t within = (1ULL << ((level - 1) * INDEX_BITS)) - 1;
    table->stores = 0;
    entry_set(&table->entries[index], level, walk->frame & ~within, walk->is_writable, false);
    if (level == LEAF)
        fill_neighbours(table, index);
}

/* Does what an access needs that the shadow does not allow. */
static void trap(const struct access *access, const struct entry *entry)
{
    struct walk walk;
    if (!tables_walk(roots[0].frame, access->address, &walk))
        return;
    if (!access->is_store || !frame_is_upper(walk.frame)) {
        usage_count("shadow_fill");
        fill(access, &walk);
        return;
    }
    usage_count("table_store");
    if (!is_page(entry))
        fill(access, &walk);
    enum { WITHIN = (1 << PAGE_BITS) - 1 };
    table_stored(walk.frame, access->address & WITHIN, access->size, access->is_of_tables);
    current(); /* which may be the one that has been given up */
    if (!access->is_of_tables && !frame_is_upper(walk.frame)) {
        usage_count("shadow_fill");
        fill(access, &walk);
    }
}

void shadow_access(const struct access *access)
{
    uint64_t page = access->address >> PAGE_BITS;
    struct known *fast = &known[page % KNOWN];
    if (fast->page == page && fast->epoch == shadow_epoch &&
        (fast->allows_stores || !access->is_store))
        return;
    if (!roots[0].frame)
        return;
    struct table *table = NULL;
    struct entry *entry = find(current(), access->address, &table);
    bool allows_stores = is_page(entry) && entry_allows_stores(entry, table->level);
    if (is_page(entry) && (allows_stores || !access->is_store))
        *fast = (struct known){page, shadow_epoch, allows_stores};
    else
        trap(access, entry);
}
