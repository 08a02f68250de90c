/* Sv39 paging. Privileged specification, "Sv39: Page-Based 39-bit Virtual-Memory System",
 * and on satp and SFENCE.VMA in the same chapter. */
#include "paging.h"

#include <fdt.h>
#include <lib.h>
#include <page_tables.h>
#include <posih.h>

#include "csr.h"

enum {
    PTE_VALID = 1 << 0,
    PTE_WRITABLE = 1 << 2,
    PTE_TABLE = 1 << 0, /* valid, and no permission: it points to a table */
    PTE_TYPE = 0xf,     /* valid, and the permissions */
    /* Valid, readable, writable, executable; accessed and dirty from the start, since a CPU
     * may leave setting these bits to software. Cacheability is the platform's matter. */
    PTE_PAGE = 0xcf,
    PTE_SHIFT = 2 /* bit 10 of an entry is bit 12 of the address */
};

#define SATP_SV39 (8ULL << 60)
#define SATP_TABLE ((1ULL << 44) - 1) /* the number of the root's page */

static uint64_t root[TABLE_ENTRIES] __attribute__((aligned(4096)));

static const struct page_tables tables = {.root = root,
                                          .levels = 3,
                                          .shift = PTE_SHIFT,
                                          .address = 0x003ffffffffffc00,
                                          .table = PTE_TABLE,
                                          .type = PTE_TYPE};

extern const uint8_t image_start[], image_end[];

/* The upper half: sign-extended from bit 38, slots 256 to 511 of the root, 256 GiB. */
uint64_t mmu_window(void) { return 0xffffffc000000000ULL; }

static void flush_tlb(void) { asm volatile("sfence.vma" : : : "memory"); }

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    if (!page_tables_map(&tables, va, pa, size, granularity, PTE_PAGE))
        return false;
    /* A CPU may remember that an entry was invalid, and may walk the tables before it sees
     * the stores above: both end here, once for the whole range. */
    flush_tlb();
    return true;
}

void mmu_window_reset(void)
{
    page_tables_clear_window(&tables);
    flush_tlb();
}

uint64_t *mmu_entry(uint64_t va)
{
    uint64_t *entry = page_tables_entry(&tables, va);
    return entry && *entry & PTE_VALID ? entry : NULL;
}

uint64_t mmu_entry_for(uint64_t entry, enum access access)
{
    static const uint64_t less[] = {
        [ACCESS_NONE] = PTE_VALID, [ACCESS_READ] = PTE_WRITABLE, [ACCESS_WRITE] = 0};
    return entry & ~less[access];
}

static uint64_t satp_for(const uint64_t *table) { return SATP_SV39 | (uint64_t)table / PAGE_4K; }

uint64_t mmu_root(void) { return satp_for(root); }

uint64_t mmu_space_make(void)
{
    uint64_t *table = page_tables_share(&tables);
    return table ? satp_for(table) : 0;
}

bool mmu_space_map(uint64_t satp, uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    struct page_tables space = tables;
    space.root = (uint64_t *)((satp & SATP_TABLE) * PAGE_4K);
    return page_tables_map(&space, va, pa, size, granularity, PTE_PAGE);
}

/* Whole gigabytes, 1:1: no table but the root is needed, and so no heap. */
static void map_gigabytes(uint64_t base, uint64_t size)
{
    uint64_t start = align_down(base, PAGE_1G);
    uint64_t end = align_up(min_u64(base + size, EARLY_MAPPED_END), PAGE_1G);
    if (start < end)
        page_tables_map(&tables, start, start, end - start, PAGE_1G, PTE_PAGE);
}

bool paging_map_device(uint64_t base, uint64_t size)
{
    map_gigabytes(base, size);
    flush_tlb();
    return base + size <= EARLY_MAPPED_END;
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
    uint64_t satp = mmu_root();
    if (csr_read(satp) != satp)
        csr_write(satp, satp);
    flush_tlb();
    return csr_read(satp) == satp;
}
