/* Program and stack lie far apart, as in Linux' processes, hence seven page tables each: a
 * root and two on each of three levels. The next operation uses the same frames. A hypervisor
 * with shadow page tables shadows each, and gives the shadow up when it sees the frame stored
 * to as no table is: here after it has forgotten the root, of which KVM remembers three beside
 * the one in use. In address-space the one root is still remembered, and is given up twice. */
#include "../spaces.h"

enum { SPACES = 5, PLACES = 2, PAGES = 8 };

/* What one entry of a root covers (AMD64 Architecture Programmer's Manual, volume 2, 5.3.3). */
#define APART (1ULL << 39)

static struct processes {
    uint64_t memory, root, window;
} processes;

static uint64_t address(const struct processes *p, unsigned place)
{
    return p->window + place * APART;
}

/* Returns false when there is no memory for the tables. */
static bool live_and_end(const struct processes *p)
{
    uint64_t root = mmu_space_make();
    for (unsigned place = 0; place < PLACES; place++) {
        uint64_t memory = p->memory + place * PAGES * PAGE_4K;
        if (!root || !mmu_space_map(root, address(p, place), memory, PAGES * PAGE_4K, PAGE_4K))
            return false;
    }
    mmu_switch(root);
    for (unsigned page = 0; page < PLACES * PAGES; page++)
        *(volatile uint64_t *)(address(p, page / PAGES) + page % PAGES * PAGE_4K) = 0;
    mmu_switch(p->root);
    return true;
}

static bool live_in_turn(const struct processes *p)
{
    heap_release(spaces_mark);
    for (unsigned space = 0; space < SPACES; space++)
        if (!live_and_end(p))
            return false;
    return true;
}

static const char *init(void)
{
    processes.memory = (uint64_t)heap_alloc(PLACES * PAGES * PAGE_4K, PAGE_4K);
    processes.root = mmu_root();
    processes.window = mmu_window();
    spaces_mark = heap_mark();
    return processes.memory && live_in_turn(&processes) ? NULL
                                                        : "not enough memory for page tables";
}

TIMED_CALL(bool made = true, , made = live_in_turn(&processes), made)

BENCHMARK(.summary = "Make five address spaces in turn, each used and given up",
          .path = PATH_PAGING, .init = init, .cleanup = forget_spaces, .event = "shadow_table");
