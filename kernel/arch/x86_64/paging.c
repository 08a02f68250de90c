/* Four-level paging. Intel SDM 3, section 4.5. */
#include "paging.h"

#include <hyperbench.h>

#include "../../core/report.h"
#include "x86.h"

enum { ENTRIES = 512, WINDOW_SLOT = 256, PTE_LARGE = 1 << 7 };

#define ADDRESS_MASK 0x000ffffffffff000ULL

extern uint64_t boot_pml4[];

uint64_t paging_root(void) { return (uint64_t)boot_pml4; }

/* The first address of the upper half: slot 256 of the root table, 512 GiB and more. */
uint64_t mmu_window(void) { return 0xffff800000000000ULL; }

/* Size of what an entry at a level maps: level 1 is 4 KiB, 2 is 2 MiB, 3 is 1 GiB. */
static uint64_t span_at(unsigned level) { return 1ULL << (12 + 9 * (level - 1)); }

static uint64_t *entry_for(uint64_t *table, unsigned level, uint64_t va)
{
    return &table[va >> (12 + 9 * (level - 1)) & (ENTRIES - 1)];
}

static uint64_t *new_table(void)
{
    uint64_t *table = heap_alloc(PAGE_4K, PAGE_4K);
    if (table)
        memset(table, 0, PAGE_4K);
    return table;
}

/* Walks down to the table whose entries are of the wanted level. */
static uint64_t *table_for(uint64_t va, unsigned wanted)
{
    uint64_t *table = boot_pml4;
    for (unsigned level = 4; level > wanted; level--) {
        uint64_t *entry = entry_for(table, level, va);
        if (!(*entry & 1)) {
            uint64_t *below = new_table();
            if (!below)
                return NULL;
            *entry = (uint64_t)below | PTE_TABLE;
        }
        table = (uint64_t *)(*entry & ADDRESS_MASK);
    }
    return table;
}

static unsigned level_of(uint64_t granularity)
{
    return granularity == PAGE_4K ? 1 : granularity == PAGE_2M ? 2 : 3;
}

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    unsigned level = level_of(granularity);
    uint64_t flags = level == 1 ? PTE_TABLE : PTE_TABLE | PTE_LARGE;
    for (uint64_t end = va + size; va < end;) {
        uint64_t *table = table_for(va, level);
        if (!table)
            return false;
        uint64_t *entry = entry_for(table, level, va);
        uint64_t table_end = align_up(va + 1, span_at(level + 1));
        uint64_t stop = table_end && table_end < end ? table_end : end;
        for (; va != stop; va += granularity, pa += granularity)
            *entry++ = pa | flags;
    }
    return true;
}

void mmu_flush_tlb(void) { write_cr3(read_cr3()); }

void mmu_window_reset(void)
{
    boot_pml4[WINDOW_SLOT] = 0;
    mmu_flush_tlb();
}

void paging_init(void)
{
    bool huge = cpuid(0x80000000, 0).eax >= 0x80000001 && cpuid(0x80000001, 0).edx & 1 << 26;
    uint64_t granularity = huge ? PAGE_1G : PAGE_2M;
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        uint64_t start = align_down(boot_info.ram[i].base, granularity);
        uint64_t end = align_up(boot_info.ram[i].base + boot_info.ram[i].size, granularity);
        start = max_u64(start, EARLY_MAPPED_END);
        if (start < end && !mmu_map(start, start, end - start, granularity))
            die("not enough memory for page tables");
    }
}
