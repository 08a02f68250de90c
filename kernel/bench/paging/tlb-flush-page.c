/* INVLPG on x86, TLBI VAAE1 with its barriers on Arm, SFENCE.VMA on RISC-V. Free under nested
 * paging; a hypervisor with shadow page tables sees it, because the guest may have changed the
 * entry. set-cr3, tlbi and sfence-vma drop all translations. */
#include "page.h"

static const char *init(void) { return page_make(ACCESS_NONE); }

TIMED_CALL(uint64_t va = page.va, , mmu_flush_page(va), va)

BENCHMARK(.flags = QUICK, .summary = "Drop this CPU's translation of one page", .path = PATH_PAGING,
          .init = init, .event = "page_flush");
