/* Sv39 paging. Privileged specification, "Sv39: Page-Based 39-bit Virtual-Memory System",
 * and on satp and SFENCE.VMA in the same chapter. */
#include "paging.h"

#include <hyperbench.h>

#include "../../drivers/fdt.h"
#include "csr.h"

enum { ENTRIES = 512, WINDOW_SLOT = 256, ROOT_LEVEL = 3 };

enum {
    PTE_TABLE = 1 << 0, /* valid, and no permission: it points to a table */
    /* Valid, readable, writable, executable; accessed and dirty from the start, since a CPU
     * may leave setting these bits to software. Cacheability is the platform's matter. */
    PTE_PAGE = 0xcf,
    PTE_ADDRESS_SHIFT = 10
};

#define SATP_SV39 (8ULL << 60)

static uint64_t root[ENTRIES] __attribute__((aligned(4096)));

extern const uint8_t image_start[], image_end[];

/* The upper half: sign-extended from bit 38, slots 256 to 511 of the root, 256 GiB. */
uint64_t mmu_window(void) { return 0xffffffc000000000ULL; }

/* Size of what an entry at a level maps: level 1 is 4 KiB, 2 is 2 MiB, 3 is 1 GiB. */
static uint64_t span_at(unsigned level) { return 1ULL << (12 + 9 * (level - 1)); }

static uint64_t *entry_for(uint64_t *table, unsigned level, uint64_t va)
{
    return &table[va / span_at(level) % ENTRIES];
}

static uint64_t entry_to(uint64_t address, uint64_t flags)
{
    return address / PAGE_4K << PTE_ADDRESS_SHIFT | flags;
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
    uint64_t *table = root;
    for (unsigned level = ROOT_LEVEL; level > wanted; level--) {
        uint64_t *entry = entry_for(table, level, va);
        if (!*entry) {
            uint64_t *below = new_table();
            if (!below)
                return NULL;
            *entry = entry_to((uint64_t)below, PTE_TABLE);
        }
        table = (uint64_t *)((*entry >> PTE_ADDRESS_SHIFT) * PAGE_4K);
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
    for (uint64_t end = va + size; va != end;) {
        uint64_t *table = table_for(va, level);
        if (!table)
            return false;
        uint64_t *entry = entry_for(table, level, va);
        uint64_t count = min_u64((end - va) / granularity, (uint64_t)(table + ENTRIES - entry));
        for (; count; count--, va += granularity, pa += granularity)
            *entry++ = entry_to(pa, PTE_PAGE);
    }
    /* A CPU may remember that an entry was invalid, and may walk the tables before it sees
     * the stores above: both end here, once for the whole range. */
    mmu_flush_tlb();
    return true;
}

void mmu_flush_tlb(void) { asm volatile("sfence.vma" : : : "memory"); }

void mmu_window_reset(void)
{
    for (unsigned slot = WINDOW_SLOT; slot < ENTRIES; slot++)
        root[slot] = 0;
    mmu_flush_tlb();
}

/* Whole gigabytes, 1:1: no table but the root is needed, and so no heap. */
static void map_gigabytes(uint64_t base, uint64_t size)
{
    uint64_t end = min_u64(base + size, EARLY_MAPPED_END);
    for (uint64_t page = align_down(base, PAGE_1G); page < end; page += PAGE_1G)
        *entry_for(root, ROOT_LEVEL, page) = entry_to(page, PTE_PAGE);
}

void paging_map_device(uint64_t base, uint64_t size)
{
    map_gigabytes(base, size);
    mmu_flush_tlb();
}

void paging_init(void)
{
    struct mem_region tree = fdt_blob();
    map_gigabytes((uint64_t)image_start, (uint64_t)(image_end - image_start));
    map_gigabytes(tree.base, tree.size);
    for (unsigned i = 0; i < boot_info.ram_count; i++)
        map_gigabytes(boot_info.ram[i].base, boot_info.ram[i].size);
}

/* satp ignores a write whose mode it does not have. The fence also orders the tables'
 * making before their use. */
bool paging_enable(void)
{
    uint64_t satp = SATP_SV39 | (uint64_t)root / PAGE_4K;
    if (csr_read(satp) != satp)
        csr_write(satp, satp);
    mmu_flush_tlb();
    return csr_read(satp) == satp;
}
