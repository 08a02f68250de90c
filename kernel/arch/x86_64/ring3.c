#include "ring3.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "paging.h"

enum { PTE_USER = 1 << 2, STACK = PAGE_4K, SLOT = 255 };

/* The last 512 GiB of the lower half: no RAM is mapped 1:1 there, and a hypervisor that runs the
 * guest's kernel in ring 3 itself lives in the upper half. */
static const uint64_t address = (uint64_t)SLOT << 39;

static uint64_t *root(void) { return (uint64_t *)paging_root(); }

/* A page is ring 3's where the entries of all levels say so (Intel SDM 3, 4.6.1). */
static void open_to_ring3(void)
{
    uint64_t *table = root();
    for (unsigned shift = 39; shift >= 12; shift -= 9) {
        uint64_t *entry = &table[address >> shift & 511];
        *entry |= PTE_USER;
        table = (uint64_t *)(*entry & 0x000ffffffffff000);
    }
}

uint64_t ring3_open(const void *code, uint64_t size)
{
    void *page = heap_alloc(PAGE_4K, PAGE_4K);
    char *stack = heap_alloc(STACK, PAGE_4K);
    if (!page || !stack || !mmu_map(address, (uint64_t)page, PAGE_4K, PAGE_4K)) {
        ring3_close();
        return 0;
    }
    memcpy(page, code, size);
    open_to_ring3();
    boot_cpu.tss.rsp[0] = (uint64_t)stack + STACK;
    return address;
}

void ring3_close(void)
{
    root()[SLOT] = 0;
    write_cr3(paging_root()); /* flushes the TLB */
}
