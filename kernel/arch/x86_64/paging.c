/* Four-level paging. Intel SDM 3, section 4.5. */
#include "paging.h"

#include <lib.h>
#include <page_tables.h>
#include <posih.h>

#include "x86.h"

enum { PTE_PRESENT = 1 << 0, PTE_LARGE = 1 << 7 };

extern uint64_t boot_pml4[];

static const struct page_tables tables = {.root = boot_pml4,
                                          .levels = 4,
                                          .address = 0x000ffffffffff000,
                                          .table = PTE_TABLE,
                                          .type = PTE_PRESENT | PTE_LARGE};

uint64_t paging_root(void) { return (uint64_t)boot_pml4; }

/* The first address of the upper half: slot 256 of the root table, 512 GiB and more. */
uint64_t mmu_window(void) { return 0xffff800000000000ULL; }

bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    uint64_t page = granularity == PAGE_4K ? PTE_TABLE : PTE_TABLE | PTE_LARGE;
    return page_tables_map(&tables, va, pa, size, granularity, page);
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
