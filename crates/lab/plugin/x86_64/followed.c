#include "followed.h"

#include <stdlib.h>

#include "usage.h"

enum { HASHES = 4096, RANGE_BITS = INDEX_BITS };

uint32_t shadow_epoch = 1;

static struct table *hashed[HASHES], *unused;
static uint32_t lives;
static unsigned open_tables;

/* By frame, and by the page of 2 MiB that it is in: how often it has been protected from stores,
 * which ends what entries allowed before; and how many tables are in the latter. */
static uint32_t protections[FRAMES], large_protections[FRAMES >> RANGE_BITS];
static uint16_t tables_inside[FRAMES >> RANGE_BITS];

static struct table **chain_of(uint64_t frame) { return &hashed[frame % HASHES]; }

/* The next table of the guest's in `frame`, from `at` on. */
static struct table *of_frame(struct table *at, uint64_t frame)
{
    while (at && (at->frame != frame || at->is_direct))
        at = at->next;
    return at;
}

static void protect(uint64_t frame)
{
    protections[frame]++;
    large_protections[frame >> RANGE_BITS]++;
    shadow_epoch++;
}

static void set_open(struct table *table, bool is_open)
{
    open_tables += is_open - table->is_open;
    table->is_open = is_open;
}

struct table *table_below(const struct entry *entry)
{
    return entry->is_there && entry->table && entry->table->life == entry->life ? entry->table
                                                                                : NULL;
}

bool frame_is_upper(uint64_t frame)
{
    struct table *table = of_frame(*chain_of(frame), frame);
    while (table && table->level == LEAF)
        table = of_frame(table->next, frame);
    return table;
}

bool frame_may_be_large(uint64_t frame)
{
    /* The first has holes. */
    return frame >> RANGE_BITS && !tables_inside[frame >> RANGE_BITS];
}

static void drop(struct table *table);

/* The tables below that are open are of no use without it. */
static void drop_open_below(struct table *table)
{
    for (unsigned i = 0; i < ENTRIES && open_tables && table->level > LEAF; i++) {
        struct table *below = table_below(&table->entries[i]);
        if (below && below->is_open)
            drop(below);
        else if (below)
            drop_open_below(below);
    }
}

static void drop(struct table *table)
{
    drop_open_below(table);
    struct table **place = chain_of(table->frame);
    while (*place != table)
        place = &(*place)->next;
    *place = table->next;
    if (!table->is_direct)
        tables_inside[table->frame >> RANGE_BITS]--;
    set_open(table, false);
    table->life = 0;
    table->next = unused;
    unused = table;
    shadow_epoch++;
}

/* Compares what the guest's table says with its shadow. */
static void compare(struct table *table)
{
    uint64_t guests[ENTRIES];
    read_entries(table->frame, 0, ENTRIES, guests);
    usage_count("table_sync");
    shadow_epoch++;
    for (unsigned i = 0; i < ENTRIES; i++) {
        struct entry *entry = &table->entries[i];
        if (!entry->is_there)
            continue;
        usage_count("entry_sync");
        bool is_valid = guests[i] & PRESENT && guests[i] & ACCESSED;
        entry->is_there = is_valid && frame_of(guests[i]) == entry->frame;
        bool is_writable = guests[i] & WRITABLE && guests[i] & DIRTY && table->access & MAY_WRITE;
        if (entry->is_there && is_writable != entry_allows_stores(entry, LEAF))
            entry_set(entry, LEAF, entry->frame, is_writable, true);
    }
}

void tables_sync(struct table *table)
{
    for (unsigned i = 0; i < ENTRIES && open_tables && table->level > LEAF; i++) {
        struct table *below = table_below(&table->entries[i]);
        if (below && below->is_open) {
            set_open(below, false);
            protect(below->frame);
            compare(below);
        } else if (below) {
            tables_sync(below);
        }
    }
}

static struct table *made(uint64_t frame, int level, uint8_t access, bool is_direct)
{
    struct table *table = unused ? unused : malloc(sizeof *table);
    if (!table)
        abort();
    if (table == unused)
        unused = table->next;
    *table = (struct table){.next = *chain_of(frame),
                            .frame = frame,
                            .life = ++lives,
                            .level = (uint8_t)level,
                            .access = access,
                            .is_direct = is_direct};
    *chain_of(frame) = table;
    usage_count("shadow_table");
    if (!is_direct) {
        tables_inside[frame >> RANGE_BITS]++;
        protect(frame);
    }
    return table;
}

struct table *table_get(uint64_t frame, int level, uint8_t access, bool is_direct)
{
    for (struct table *at = *chain_of(frame), *next; at; at = next) {
        next = at->next;
        if (at->frame != frame)
            continue;
        if (at->level == level && at->access == access && at->is_direct == is_direct) {
            if (at->is_open)
                compare(at);
            at->stores = 0;
            return at;
        }
        /* A table that is stored to unseen cannot be one above as well. */
        if (level > LEAF && at->is_open)
            drop(at);
    }
    return made(frame, level, access, is_direct);
}

void table_stored(uint64_t frame, unsigned offset, unsigned size, bool is_of_tables)
{
    enum { MANY = 3, ENTRY = sizeof(uint64_t) };
    bool is_entry = is_of_tables && size >= ENTRY / 2 && offset % size == 0;
    for (struct table *at = of_frame(*chain_of(frame), frame), *next; at; at = next) {
        next = of_frame(at->next, frame);
        if (!is_entry || (at->level > LEAF && ++at->stores >= MANY))
            drop(at);
        else
            at->entries[offset / ENTRY].is_there = false;
    }
    shadow_epoch++;
}

/* Whether the guest may store to `frame` unseen; opens tables for it, but not ahead of an access.
 */
static bool opened(uint64_t frame, bool is_ahead)
{
    struct table *first = of_frame(*chain_of(frame), frame);
    if (frame_is_upper(frame))
        return false;
    for (struct table *at = first; at; at = of_frame(at->next, frame)) {
        if (!at->is_open && is_ahead)
            return false;
        set_open(at, true);
    }
    return true;
}

static uint32_t protection(uint64_t frame, int level)
{
    return level > LEAF ? large_protections[frame >> RANGE_BITS] : protections[frame];
}

bool entry_allows_stores(const struct entry *entry, int level)
{
    return entry->is_writable && entry->life == protection(entry->frame, level);
}

void entry_set(struct entry *entry, int level, uint64_t frame, bool is_writable, bool is_ahead)
{
    bool is_allowed = is_writable && (level > LEAF || opened(frame, is_ahead));
    *entry = (struct entry){.frame = frame,
                            .life = protection(frame, level),
                            .is_there = true,
                            .is_writable = is_allowed};
}
