/* Four-level paging. Intel SDM 3, section 4.5. */
#include "paging.h"

#include <lib.h>
#include <page_tables.h>
#include <posih.h>

#include "x86.h"

enum { PTE_PRESENT = 1 << 0, PTE_WRITABLE = 1 << 1, PTE_DIRTY = 1 << 6, PTE_LARGE = 1 << 7 };

extern uint64_t boot_pml4[];

/* Tables for a console above EARLY_MAPPED_END, which is wanted before there is a heap. */
enum { POOL = 4 };

static uint64_t pool[POOL][TABLE_ENTRIES] __attribute__((aligned(PAGE_4K)));
static unsigned pool_used;

static uint64_t *from_pool(void) { return pool_used < POOL ? pool[pool_used++] : NULL; }

static const struct page_tables tables = {.root = boot_pml4,
                                          .levels = 4,
                                          .address = 0x000ffffffffff000,
                                          .table = PTE_TABLE,
                                          .spare = from_pool,
                                          .type = PTE_PRESENT | PTE_LARGE};

uint64_t paging_root(void) { return (uint64_t)boot_pml4; }

/* The first address of the upper half: slot 256 of the root table, 512 GiB and more. */
uint64_t mmu_window(void) { return 0xffff800000000000ULL; }

static uint64_t page_bits(uint64_t granularity)
{
    return granularity == PAGE_4K ? PTE_TABLE : PTE_TABLE | PTE_LARGE;
}

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    return page_tables_map(&tables, va, pa, size, granularity, page_bits(granularity));
}

bool paging_map_device(uint64_t base, uint64_t size)
{
    uint64_t start = align_down(base, PAGE_2M), end = align_up(base + size, PAGE_2M);
    return end <= EARLY_MAPPED_END || mmu_map(start, start, end - start, PAGE_2M);
}

uint64_t *mmu_entry(uint64_t va)
{
    uint64_t *entry = page_tables_entry(&tables, va);
    return entry && *entry & PTE_PRESENT ? entry : NULL;
}

uint64_t mmu_entry_for(uint64_t entry, enum access access)
{
    static const uint64_t less[] = {
        [ACCESS_NONE] = PTE_PRESENT, [ACCESS_READ] = PTE_WRITABLE | PTE_DIRTY, [ACCESS_WRITE] = 0};
    return entry & ~less[access];
}

uint64_t mmu_root(void) { return paging_root(); }

uint64_t mmu_space_make(void) { return (uint64_t)page_tables_share(&tables); }

bool mmu_space_map(uint64_t root, uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    struct page_tables space = tables;
    space.root = (uint64_t *)root;
    space.spare = NULL; /* what is taken from there does not come back */
    return page_tables_map(&space, va, pa, size, granularity, page_bits(granularity));
}

void mmu_window_reset(void)
{
    page_tables_clear_window(&tables);
    write_cr3(read_cr3()); /* flushes the TLB */
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
