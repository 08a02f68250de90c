/* Switches to another root of page tables and back, as between two processes without address-space
 * identifiers: each switch flushes the TLB, and each is followed by a read of a page that both
 * have at the same address. set-cr3 and its like load the same root again, which an emulator or a
 * hypervisor may notice. */
#include "page.h"

static uint64_t here, other;

static const char *init(void)
{
    const char *reason = page_make(ACCESS_NONE);
    if (reason)
        return reason;
    uint64_t frame = (uint64_t)heap_alloc(PAGE_4K, PAGE_4K);
    here = mmu_root();
    other = mmu_space_make();
    if (!frame || !other || !mmu_space_map(other, page.va, frame, PAGE_4K, PAGE_4K))
        return "not enough memory for a second root";
    return NULL;
}

static inline void switch_and_back(uint64_t to, uint64_t back, const struct page *p)
{
    mmu_switch(to);
    page_read(p);
    mmu_switch(back);
    page_read(p);
}

TIMED_CALL(uint64_t to = other, , switch_and_back(to, here, &page), to)

BENCHMARK(.summary = "Switch to another page-table root and back, reading a page after each",
          .path = PATH_PAGING, .init = init);
