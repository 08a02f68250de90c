#include "paging.h"

#include <fdt.h>
#include <lib.h>
#include <page_tables.h>
#include <posih.h>

#include "early.h"
#include "sysreg.h"

enum { POOL = 64 /* tables that are there before the heap is */ };

/* Level 0; boot.S gives it to the other CPUs. */
__attribute__((aligned(4096))) uint64_t page_root[TABLE_ENTRIES];
__attribute__((aligned(4096))) static uint64_t pool[POOL][TABLE_ENTRIES];
static unsigned pool_used;

static uint64_t *from_pool(void) { return pool_used < POOL ? pool[pool_used++] : NULL; }

static const struct page_tables tables = {.root = page_root,
                                          .levels = 4,
                                          .address = PTE_ADDRESS,
                                          .table = PTE_TABLE,
                                          .type = PTE_TABLE,
                                          .spare = from_pool};

void switch_root(uint64_t root);

uint64_t paging_root(void) { return (uint64_t)page_root; }

/* The upper half of what TTBR0 reaches: 128 TiB, half of all there can be, from 0 on. */
uint64_t mmu_window(void) { return 1UL << 47; }

static uint64_t page_bits(uint64_t granularity)
{
    return granularity == PAGE_4K ? PTE_PAGE : PTE_BLOCK;
}

static bool map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity, uint64_t attributes)
{
    if (!page_tables_map(&tables, va, pa, size, granularity, attributes | page_bits(granularity)))
        return false;
    /* The walker may run ahead of the stores and of what follows them. */
    asm volatile("dsb ishst\n\tisb" : : : "memory");
    return true;
}

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    return map(va, pa, size, granularity, PTE_NORMAL);
}

void paging_flush_tlb(void)
{
    asm volatile("dsb nshst\n\ttlbi vmalle1\n\tdsb nsh\n\tisb" : : : "memory");
}

void mmu_window_reset(void)
{
    page_tables_clear_window(&tables);
    paging_flush_tlb();
}

uint64_t *mmu_entry(uint64_t va)
{
    uint64_t *entry = page_tables_entry(&tables, va);
    return entry && *entry & PTE_VALID ? entry : NULL;
}

uint64_t mmu_entry_for(uint64_t entry, enum access access)
{
    switch (access) {
    case ACCESS_NONE:
        return entry & ~PTE_VALID;
    case ACCESS_READ:
        return entry | PTE_READ_ONLY;
    default:
        return entry;
    }
}

uint64_t mmu_root(void) { return paging_root(); }

uint64_t mmu_space_make(void) { return (uint64_t)page_tables_share(&tables); }

bool mmu_space_map(uint64_t root, uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    struct page_tables space = tables;
    space.root = (uint64_t *)root;
    space.spare = NULL; /* what is taken from there does not come back */
    return page_tables_map(&space, va, pa, size, granularity, PTE_NORMAL | page_bits(granularity));
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
