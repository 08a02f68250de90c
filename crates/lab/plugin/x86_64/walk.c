#include "walk.h"

#include "../memory.h"

#define LARGE_PAGE (1ULL << 7)

/* May be executed is 1, may be written to is 2, may be used in user mode is 4. */
uint8_t access_of(uint64_t entry)
{
    return (uint8_t)((entry & (WRITABLE | USER)) | !(entry & NO_EXECUTE));
}

void read_entries(uint64_t frame, unsigned index, unsigned count, uint64_t *entries)
{
    memory_read((frame << PAGE_BITS) + index * sizeof *entries, entries, count * sizeof *entries);
}

bool tables_walk(uint64_t root, uint64_t address, struct walk *walk)
{
    enum { ALL = 7 };
    walk->allowed = ALL;
    uint64_t frame = root, entry = 0;
    for (int level = TOP; level >= LEAF; level--) {
        walk->tables[level] = frame;
        walk->access[level] = walk->allowed;
        read_entries(frame, index_at(address, level), 1, &entry);
        if (!(entry & PRESENT) || frame_of(entry) >= FRAMES)
            return false;
        walk->allowed &= access_of(entry);
        walk->level = level;
        frame = frame_of(entry);
        if (entry & LARGE_PAGE && level < TOP)
            break;
    }
    uint64_t within = (1ULL << ((walk->level - 1) * INDEX_BITS)) - 1;
    walk->frame = (frame & ~within) | (address >> PAGE_BITS & within);
    walk->is_writable = walk->allowed & MAY_WRITE && entry & DIRTY;
    return true;
}
