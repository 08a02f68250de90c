#include "paging.h"

#include <hyperbench.h>

#include "../../drivers/fdt.h"
#include "early.h"
#include "sysreg.h"

enum {
    ENTRIES = 512,
    WINDOW_SLOT = ENTRIES / 2,
    POOL = 64 /* tables that are there before the heap is */
};

/* Level 0; boot.S gives it to the other CPUs. */
__attribute__((aligned(4096))) uint64_t page_root[ENTRIES];
__attribute__((aligned(4096))) static uint64_t pool[POOL][ENTRIES];
static unsigned pool_used;

void switch_root(uint64_t root);

uint64_t paging_root(void) { return (uint64_t)page_root; }

/* The upper half of what TTBR0 reaches: 128 TiB, half of all there can be, from 0 on. */
uint64_t mmu_window(void) { return 1UL << 47; }

/* Size of what an entry at a level maps: level 3 is 4 KiB, 2 is 2 MiB, 1 is 1 GiB. */
static uint64_t span_at(unsigned level) { return 1UL << (12 + 9 * (3 - level)); }

static uint64_t *entry_for(uint64_t *table, unsigned level, uint64_t va)
{
    return &table[va / span_at(level) % ENTRIES];
}

static uint64_t *new_table(void)
{
    if (pool_used < POOL)
        return pool[pool_used++];
    uint64_t *table = heap_alloc(PAGE_4K, PAGE_4K);
    if (table)
        memset(table, 0, PAGE_4K);
    return table;
}

/* Walks down to the table whose entries are of the wanted level; NULL when there is no
 * memory for it, or when a larger page is already there. */
static uint64_t *table_for(uint64_t va, unsigned wanted)
{
    uint64_t *table = page_root;
    for (unsigned level = 0; level < wanted; level++) {
        uint64_t *entry = entry_for(table, level, va);
        if (!(*entry & PTE_VALID)) {
            uint64_t *below = new_table();
            if (!below)
                return NULL;
            *entry = (uint64_t)below | PTE_TABLE;
        } else if ((*entry & PTE_TABLE) == PTE_BLOCK) {
            return NULL;
        }
        table = (uint64_t *)(*entry & PTE_ADDRESS);
    }
    return table;
}

static unsigned level_of(uint64_t granularity)
{
    return granularity == PAGE_4K ? 3 : granularity == PAGE_2M ? 2 : 1;
}

static bool map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity, uint64_t attributes)
{
    unsigned level = level_of(granularity);
    uint64_t flags = attributes | (level == 3 ? PTE_PAGE : PTE_BLOCK);
    for (uint64_t end = va + size; va < end;) {
        uint64_t *table = table_for(va, level);
        if (!table)
            return false;
        uint64_t *entry = entry_for(table, level, va);
        uint64_t stop = min_u64(align_up(va + 1, span_at(level - 1)), end);
        for (; va != stop; va += granularity, pa += granularity)
            *entry++ = pa | flags;
    }
    /* The walker may run ahead of the stores and of what follows them. */
    asm volatile("dsb ishst\n\tisb" : : : "memory");
    return true;
}

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    return map(va, pa, size, granularity, PTE_NORMAL);
}

void mmu_flush_tlb(void)
{
    asm volatile("dsb nshst\n\ttlbi vmalle1\n\tdsb nsh\n\tisb" : : : "memory");
}

void mmu_window_reset(void)
{
    for (unsigned slot = WINDOW_SLOT; slot < ENTRIES; slot++)
        page_root[slot] = 0;
    mmu_flush_tlb();
}

/* Maps [base, end) 1:1 with the largest pages that fit at each place. */
static bool map_same(uint64_t base, uint64_t end, uint64_t attributes)
{
    static const uint64_t sizes[] = {PAGE_1G, PAGE_2M, PAGE_4K};
    while (base < end) {
        const uint64_t *size = sizes;
        while (base % *size || end - base < *size)
            size++;
        /* As many as come before the next larger page could start. */
        uint64_t larger = size == sizes ? 0 : size[-1];
        uint64_t stop = align_down(end, *size);
        if (larger)
            stop = min_u64(stop, align_up(base + 1, larger));
        if (!map(base, base, stop - base, *size, attributes))
            return false;
        base = stop;
    }
    return true;
}

static bool map_pages_around(uint64_t base, uint64_t size, uint64_t attributes)
{
    return map_same(align_down(base, PAGE_4K), align_up(base + size, PAGE_4K), attributes);
}

bool paging_map_device(uint64_t base, uint64_t size)
{
    return map_pages_around(base, size, PTE_DEVICE);
}

/* RAM that cannot be mapped is as good as not there. Only whole pages of it are mapped: the
 * rest of a page may be something else. */
static void map_ram(struct mem_region *ram)
{
    uint64_t start = align_up(ram->base, PAGE_4K);
    uint64_t end = align_down(ram->base + ram->size, PAGE_4K);
    if (!map_same(start, end, PTE_NORMAL))
        ram->size = 0;
}

void paging_init(void)
{
    struct mem_region tree = fdt_blob();
    for (unsigned i = 0; i < boot_info.ram_count; i++)
        map_ram(&boot_info.ram[i]);
    map_pages_around(tree.base, tree.size, PTE_NORMAL);
    map_pages_around((uint64_t)image_start, (uint64_t)(image_end - image_start), PTE_NORMAL);
    switch_root(paging_root());
}
