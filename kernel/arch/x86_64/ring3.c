#include "ring3.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"

enum { PTE_USER = 1 << 2, STACK = PAGE_4K };

/* A page is ring 3's where the entries of all levels say so (Intel SDM 3, 4.6.1). */
static void open_to_ring3(uint64_t va)
{
    uint64_t *table = (uint64_t *)(read_cr3() & ~(uint64_t)(PAGE_4K - 1));
    for (unsigned shift = 39; shift >= 12; shift -= 9) {
        uint64_t *entry = &table[va >> shift & 511];
        *entry |= PTE_USER;
        table = (uint64_t *)(*entry & 0x000ffffffffff000);
    }
}

uint64_t ring3_page(const void *code, uint64_t size)
{
    uint64_t va = mmu_window();
    void *page = heap_alloc(PAGE_4K, PAGE_4K);
    char *stack = heap_alloc(STACK, PAGE_4K);
    if (!page || !stack || !mmu_map(va, (uint64_t)page, PAGE_4K, PAGE_4K))
        return 0;
    memcpy(page, code, size);
    open_to_ring3(va);
    boot_cpu.tss.rsp[0] = (uint64_t)stack + STACK;
    return va;
}
