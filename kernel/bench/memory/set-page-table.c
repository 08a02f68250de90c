/* In order, inside the live address space: many entries in hot and cold memory, each an exit
 * or a later fault where the hypervisor shadows page tables. One operation is the whole map. */
#include <hyperbench.h>

static uint64_t mark;

static bool map_all(void)
{
    mmu_window_reset();
    heap_release(mark);
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        uint64_t start = align_up(boot_info.ram[i].base, PAGE_4K);
        uint64_t end = align_down(boot_info.ram[i].base + boot_info.ram[i].size, PAGE_4K);
        if (start < end && !mmu_map(mmu_window() + start, start, end - start, PAGE_4K))
            return false;
    }
    return true;
}

static const char *init(void)
{
    mark = heap_mark();
    return map_all() ? NULL : "not enough memory for page tables";
}

TIMED_CALL(bool mapped = true, , mapped = map_all(), mapped)

BENCHMARK(.summary = "Map all physical memory with 4 KiB pages", .recommended = {1, 1},
          .term = "sync", .path = PATH_PAGING, .exits = EXITS_VARY, .init = init, .once = true);
