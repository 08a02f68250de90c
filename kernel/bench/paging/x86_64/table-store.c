/* The value that it has; then it reads a page below. With shadow page tables such a store is
 * seen: KVM emulates it, and leads its own table there again when the page is read. */
#include "../page.h"

static uint64_t *above;

/* The entry for the window's address in the table of 1 GiB below the root. */
static const char *init(void)
{
    enum { TOP = 39, BELOW = 30, LAST = 21, BITS = 9, INDEX = (1 << BITS) - 1 };
    const uint64_t frame = 0xffffffffff000;
    const char *reason = page_make(ACCESS_NONE);
    if (reason)
        return reason;
    uint64_t *table = (uint64_t *)page.root;
    for (unsigned shift = TOP; shift >= BELOW; shift -= BITS)
        table = (uint64_t *)(table[page.va >> shift & INDEX] & frame);
    above = &table[page.va >> LAST & INDEX];
    return NULL;
}

static inline void store_and_read(uint64_t *entry, uint64_t value, uint64_t va)
{
    *(volatile uint64_t *)entry = value;
    (void)*(volatile uint64_t *)va;
}

TIMED_CALL(uint64_t *entry = above; uint64_t value = *above;
           uint64_t va = page.va, asm volatile("" : : "r"(entry), "r"(value)),
           store_and_read(entry, value, va), va)

BENCHMARK(.summary = "Store to the entry of a live page table in the table above it",
          .path = PATH_PAGING, .init = init, .event = "table_store");
