/* As between two processes without address-space identifiers: each switch flushes the TLB, and
 * the page is one that both have at the same address. An emulator or a hypervisor may notice
 * that set-cr3 and its like load the same root. */
#include "page.h"
#include "spaces.h"

static struct roots {
    uint64_t here, other, va;
} roots;

static const char *init(void)
{
    const char *reason = page_make(ACCESS_NONE);
    if (reason)
        return reason;
    uint64_t frame = (uint64_t)heap_alloc(PAGE_4K, PAGE_4K);
    spaces_mark = heap_mark();
    roots = (struct roots){mmu_root(), mmu_space_make(), page.va};
    if (!frame || !roots.other || !mmu_space_map(roots.other, page.va, frame, PAGE_4K, PAGE_4K))
        return "not enough memory for a second root";
    return NULL;
}

static inline void switch_and_read(uint64_t root, uint64_t va)
{
    mmu_switch(root);
    (void)*(volatile uint64_t *)va;
}

static inline void switch_and_back(struct roots r)
{
    switch_and_read(r.other, r.va);
    switch_and_read(r.here, r.va);
}

TIMED_CALL(struct roots r = roots, asm volatile("" : : "r"(r.here), "r"(r.other)),
           switch_and_back(r), r.va)

BENCHMARK(.summary = "Switch to another page-table root and back, reading a page after each",
          .path = PATH_PAGING, .init = init, .cleanup = forget_spaces);
