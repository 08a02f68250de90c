/*
 * The guest's page tables of four levels, as they are in its memory (AMD64 Architecture
 * Programmer's Manual, volume 2, 5.3).
 */
#ifndef X86_64_WALK_H
#define X86_64_WALK_H

#include <stdbool.h>
#include <stdint.h>

/* Levels of tables: those of pages of 4 KiB, those of 2 MiB, the root. */
enum { LEAF = 1, LARGE = 2, TOP = 4 };

/* Frames that are followed: those below 3 GiB, where all memory of the lab's machines is. */
#define FRAMES 0xc0000ULL

enum { ENTRIES = 512, PAGE_BITS = 12, INDEX_BITS = 9 };

/* Bits of an entry; what tables above a page allow is told by the first two and the last. */
#define PRESENT (1ULL << 0)
#define WRITABLE (1ULL << 1)
#define USER (1ULL << 2)
#define ACCESSED (1ULL << 5)
#define DIRTY (1ULL << 6)
#define NO_EXECUTE (1ULL << 63)

/* Of an address, its place in the table of a level. */
static inline unsigned index_at(uint64_t address, int level)
{
    return address >> (PAGE_BITS + (level - 1) * INDEX_BITS) & (ENTRIES - 1);
}

/* The frame that an entry names. */
static inline uint64_t frame_of(uint64_t entry)
{
    return (entry & 0xffffffffff000ULL) >> PAGE_BITS;
}

/* What the guest's tables say of an address. */
struct walk {
    uint64_t tables[TOP + 1]; /* by level: the frame of the table */
    uint8_t access[TOP + 1];  /* by level: what the tables above it allow, made by access_of */
    int level;                /* of the table with the page's entry */
    uint64_t frame;           /* of the address, of 4 KiB */
    uint8_t allowed;          /* by all of them */
    bool is_writable;         /* and written to already */
};

/* What entries allow, for comparison. */
uint8_t access_of(uint64_t entry);
enum { MAY_WRITE = 2 };

/* Walks the tables below the frame `root`; false where no page is that is followed. */
bool tables_walk(uint64_t root, uint64_t address, struct walk *walk);

/* Reads `count` entries of the table in `frame` from `index` on. */
void read_entries(uint64_t frame, unsigned index, unsigned count, uint64_t *entries);

#endif
