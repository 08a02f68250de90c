/* What runs before the MMU is on, and before relocations: no static pointers here. */
#include <image_tree.h>
#include <posih.h>

#include "early.h"
#include "paging.h"

enum { TABLES = 4 };

#define ADDRESS_LIMIT (1UL << 48)
#define TREE_MAGIC 0xedfe0dd0 /* big-endian 0xd00dfeed */

/* Inside the image's file, which loaders clean out of the caches: what is written here
 * without caches is not overwritten by a stale line later. */
__attribute__((section(".data.early"), aligned(4096))) static uint64_t tables[TABLES][512];
__attribute__((section(".data.early"))) static unsigned used = 1;

static bool is_tree(uint64_t address)
{
    return address && address % 8 == 0 && address < ADDRESS_LIMIT &&
           *(volatile uint32_t *)address == TREE_MAGIC;
}

/* QEMU passes an ELF file no address, but puts the tree where RAM starts: on its machine
 * `virt`, and with our own link address, that is the start of the image's GiB. */
uint64_t early_find_tree(uint64_t from_loader)
{
    uint64_t start_of_ram = (uint64_t)image_start / PAGE_1G * PAGE_1G;
    uint64_t own = image_tree();
    if (own)
        return own;
    if (is_tree(from_loader))
        return from_loader;
    return is_tree(start_of_ram) ? start_of_ram : 0;
}

/* Maps the GiB around an address as normal memory. Three addresses need at most three
 * tables. */
static void map_around(uint64_t address)
{
    uint64_t *slot = &tables[0][address >> 39 & 511];
    if (!*slot)
        *slot = (uint64_t)tables[used++] | PTE_TABLE;
    uint64_t *table = (uint64_t *)(*slot & PTE_ADDRESS);
    table[address >> 30 & 511] = address / PAGE_1G * PAGE_1G | PTE_BLOCK | PTE_NORMAL;
}

/* Lines that were fetched before our writes, which went past the caches, are stale. */
static void forget_cached_tables(void)
{
    enum { SMALLEST_LINE = 16 };
    asm volatile("dsb sy" : : : "memory");
    for (uint64_t at = (uint64_t)tables; at < (uint64_t)(tables + TABLES); at += SMALLEST_LINE)
        asm volatile("dc ivac, %0" : : "r"(at) : "memory");
    asm volatile("dsb sy" : : : "memory");
}

uint64_t early_map(uint64_t tree)
{
    map_around((uint64_t)image_start);
    map_around(tree);
    map_around(tree + EARLY_TREE_MAX);
    forget_cached_tables();
    return (uint64_t)tables[0];
}
