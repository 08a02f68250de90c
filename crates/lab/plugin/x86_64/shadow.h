/*
 * A hypervisor's shadow page tables, kept for a guest that has none: what one would have to do that
 * follows the guest's tables as KVM does without nested paging. Counted are the events of
 * docs/prediction.md that belong to it.
 *
 *   shadow_fill   an access finds no entry, or one that does not allow it, though the guest's does
 *   entry_ahead   an entry beside one of those is filled as well
 *   shadow_table  a table of the guest's is followed that was not
 *   table_store   a store to a table above the lowest level, each of which is seen
 *   table_sync    a table of the lowest level, stored to unseen, is compared with its shadow
 *   entry_sync    an entry of such a table's shadow
 */
#ifndef X86_64_SHADOW_H
#define X86_64_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

/* An access to memory, and how. */
struct access {
    uint64_t address;
    unsigned size;
    bool is_store;
    bool is_of_tables; /* by an instruction that kernels store page-table entries with */
};

/* The guest has loaded the root in the frame `root`, or has everything flushed. */
void shadow_root(uint64_t root);

/* The guest has a page flushed. */
void shadow_flush(uint64_t address);

/* The guest has accessed memory. */
void shadow_access(const struct access *access);

#endif
