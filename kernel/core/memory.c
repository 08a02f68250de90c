#include "memory.h"

#include <hyperbench.h>

/* Page tables for the machine's own RAM and a default working set fit into this. */
enum { HEAP_MIN = 8 * 1024 * 1024 };

static struct mem_region heap, cold;

uint64_t memory_total(void)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < boot_info.ram_count; i++)
        total += boot_info.ram[i].size;
    return total;
}

/* The largest part of a RAM region that lies in [low, high). */
static struct mem_region largest_within(uint64_t low, uint64_t high)
{
    struct mem_region best = {0, 0};
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        struct mem_region ram = boot_info.ram[i];
        uint64_t start = max_u64(align_up(ram.base, PAGE_4K), low);
        uint64_t end = min_u64(align_down(ram.base + ram.size, PAGE_4K), high);
        if (end > start && end - start > best.size)
            best = (struct mem_region){start, end - start};
    }
    return best;
}

bool memory_init(void)
{
    struct mem_region early = largest_within(arch_reserved_end(), EARLY_MAPPED_END);
    struct mem_region late = largest_within(EARLY_MAPPED_END, UINT64_MAX);

    /* The loader and firmware have touched low memory and often the very top; the kernel's
     * heap grows upwards from the bottom. Cold memory is the upper half of the largest
     * region, or all of a larger one that is not mapped yet. */
    uint64_t half = align_down(early.base + early.size / 2, PAGE_2M);
    heap = (struct mem_region){early.base, half > early.base ? half - early.base : 0};
    cold = (struct mem_region){half, early.base + early.size - half};
    if (late.size > cold.size)
        cold = late;
    return heap.size >= HEAP_MIN;
}

struct mem_region cold_memory(void) { return cold; }

struct mem_region cold_share(enum cold_share share)
{
    enum { PARTS = 8 };
    static const struct {
        uint64_t first, count;
    } parts[] = {[COLD_READ] = {0, 4},
                 [COLD_WRITE] = {4, 1},
                 [COLD_READ_THEN_WRITE] = {5, 1},
                 [COLD_LARGE] = {6, 2}};
    uint64_t part = align_down(cold.size / PARTS, PAGE_4K);
    return (struct mem_region){cold.base + parts[share].first * part, parts[share].count * part};
}

void *heap_alloc(uint64_t size, uint64_t alignment)
{
    uint64_t start = align_up(heap.base, alignment);
    uint64_t end = heap.base + heap.size;
    if (start > end || size > end - start)
        return NULL;
    heap.size = end - start - size;
    heap.base = start + size;
    return (void *)start;
}

uint64_t heap_mark(void) { return heap.base; }

void heap_release(uint64_t mark)
{
    heap.size += heap.base - mark;
    heap.base = mark;
}
