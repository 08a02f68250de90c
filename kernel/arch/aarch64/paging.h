/* Translation tables: 4 KiB granule, four levels, 48-bit addresses through TTBR0_EL1 (Arm
 * ARM, D8.3, "Translation table descriptor formats"). */
#ifndef PAGING_H
#define PAGING_H

#include "layout.h"

#include <stdbool.h>
#include <stdint.h>

#define PTE_TABLE 3UL /* at levels 0 to 2 */
#define PTE_BLOCK 1UL /* at levels 1 and 2 */
#define PTE_PAGE 3UL  /* at level 3 */
#define PTE_VALID 1UL
#define PTE_READ_ONLY (1UL << 7) /* AP[2] */
#define PTE_ADDRESS 0x0000fffffffff000UL

/* Attribute index, shareability, access flag, no execution at EL0 (nor at EL1). */
#define PTE_ACCESSED (1UL << 10 | 1UL << 54)
#define PTE_NORMAL (ATTRIBUTE_NORMAL << 2 | 3UL << 8 | PTE_ACCESSED)
#define PTE_DEVICE (ATTRIBUTE_DEVICE << 2 | 1UL << 53 | PTE_ACCESSED)

/* Leaves the early tables for ones that map the image, all RAM and the device tree. */
void paging_init(void);

/* Maps a device's registers 1:1. Returns false when there is no memory for tables. */
bool paging_map_device(uint64_t base, uint64_t size);

uint64_t paging_root(void);

/* Flushes all of this CPU's TLB entries. */
void paging_flush_tlb(void);

#endif
