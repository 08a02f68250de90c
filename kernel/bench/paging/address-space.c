/* As a process's from fork to exit: makes page tables for 16 pages of 4 KiB, switches to them,
 * writes to each page, switches back and gives the tables up. The next operation uses the same
 * frames. With shadow page tables a hypervisor sees the switches, the faults of the new
 * tables, and stores to memory that was a page table before; under nested paging nothing. */
#include "spaces.h"

enum { PAGES = 16 };

static struct space {
    uint64_t memory, root, window;
} space;

/* Returns false when there is no memory for the tables. */
static bool make_and_leave(const struct space *s)
{
    heap_release(spaces_mark);
    uint64_t root = mmu_space_make();
    if (!root || !mmu_space_map(root, s->window, s->memory, PAGES * PAGE_4K, PAGE_4K))
        return false;
    mmu_switch(root);
    for (unsigned i = 0; i < PAGES; i++)
        *(volatile uint64_t *)(s->window + i * PAGE_4K) = 0;
    mmu_switch(s->root);
    return true;
}

static const char *init(void)
{
    space.memory = (uint64_t)heap_alloc(PAGES * PAGE_4K, PAGE_4K);
    space.root = mmu_root();
    space.window = mmu_window();
    spaces_mark = heap_mark();
    return space.memory && make_and_leave(&space) ? NULL : "not enough memory for page tables";
}

TIMED_CALL(bool made = true, , made = make_and_leave(&space), made)

BENCHMARK(.flags = QUICK, .summary = "Make an address space of 16 pages, use it and give it up",
          .path = PATH_PAGING, .init = init, .cleanup = forget_spaces);
