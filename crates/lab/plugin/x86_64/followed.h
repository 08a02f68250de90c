/* The tables of shadow.h. */
#ifndef X86_64_FOLLOWED_H
#define X86_64_FOLLOWED_H

#include <stdbool.h>
#include <stdint.h>

#include "walk.h"

struct table;

/* An entry of a shadow table. */
struct entry {
    struct table *table; /* the next; NULL for a page */
    uint64_t frame;
    uint32_t life; /* of that table, or of the frame's protection when the entry was made */
    bool is_there, is_writable;
};

/* The shadow of a table of the guest's, or, where `is_direct`, of the pieces of a large page. */
struct table {
    struct table *next; /* of the same frame's hash */
    uint64_t frame;
    uint32_t life; /* a number of its own, another one each time that it is used anew */
    uint8_t level, access;
    bool is_direct;
    bool is_open;    /* of the lowest level: the guest may store to its table unseen */
    unsigned stores; /* seen since the table was last used */
    struct entry entries[ENTRIES];
};

/* Changes when what is remembered of how accesses ended is to be forgotten. */
extern uint32_t shadow_epoch;

/* The table for `frame` of that kind, found or made. */
struct table *table_get(uint64_t frame, int level, uint8_t access, bool is_direct);

/* The next table below an entry; NULL where none is. */
struct table *table_below(const struct entry *entry);

/* Whether stores to the guest's table in `frame` are seen each by each. */
bool frame_is_upper(uint64_t frame);

/* Whether a page of 2 MiB that holds `frame` has no table in it. */
bool frame_may_be_large(uint64_t frame);

/* A store to the table in `frame` that has been seen. */
void table_stored(uint64_t frame, unsigned offset, unsigned size, bool is_of_tables);

/* Has `entry` of a table lead to the page in `frame`. One that is made ahead of an access leaves
 * tables closed. */
void entry_set(struct entry *entry, int level, uint64_t frame, bool is_writable, bool is_ahead);

/* Whether an entry for a page lets it be stored to. */
bool entry_allows_stores(const struct entry *entry, int level);

/* Has open tables below `table` compared, and closes them. */
void tables_sync(struct table *table);

#endif
