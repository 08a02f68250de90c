/* Radix page tables of 512 entries with 4 KiB, 2 MiB and 1 GiB pages: what x86, Arm and
 * RISC-V have in common. Level 1 maps 4 KiB pages; Arm's manual counts the other way. */
#ifndef PAGE_TABLES_H
#define PAGE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

enum { TABLE_ENTRIES = 512, WINDOW_SLOT = TABLE_ENTRIES / 2 };

/* How an architecture lays them out. Zero is an entry that is not valid. */
struct page_tables {
    uint64_t *root;
    unsigned levels;
    unsigned shift;           /* an entry holds its address shifted right by this */
    uint64_t address;         /* the bits of an entry that hold it */
    uint64_t table;           /* the other bits of an entry that points to a table */
    uint64_t type;            /* those of its bits that tell it from one that maps a page */
    uint64_t *(*spare)(void); /* a cleared table, NULL when there is no more; may be NULL */
};

/* Maps [va, va+size) to [pa, pa+size) with pages of `granularity` (bytes, see mmu_map) whose
 * entries have the bits `page`. Tables come from `spare`, then from the heap. Returns false
 * when there is no memory for them, or when a larger page is already there. */
bool page_tables_map(const struct page_tables *tables, uint64_t va, uint64_t pa, uint64_t size,
                     uint64_t granularity, uint64_t page);

/* The entry of level 1 for an address, NULL when no table holds it. */
uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t va);

/* A new root with the lower half of the one there is, from the heap; NULL when that is empty. */
uint64_t *page_tables_share(const struct page_tables *tables);

/* Empties the root's upper half, where the window of the benchmarks is. */
void page_tables_clear_window(const struct page_tables *tables);

#endif
