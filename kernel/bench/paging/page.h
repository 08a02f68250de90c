/* What benchmarks of single page-table entries share: one page in the window, and the values of
 * its entry. */
#ifndef PAGE_H
#define PAGE_H

#include <hyperbench.h>

struct page {
    uint64_t va;
    uint64_t *entry;
    uint64_t open, closed; /* the entry's value, and one that allows less */
    uint64_t root;         /* of the tables that it is in */
};

static struct page page;

/* Stores a live entry, and has the CPU forget the one before. */
static inline void entry_set(struct page p, uint64_t value)
{
    *(volatile uint64_t *)p.entry = value;
    mmu_flush_page(p.va);
}

static inline void page_read(struct page p) { (void)*(volatile uint64_t *)p.va; }
static inline void page_write(struct page p) { *(volatile uint64_t *)p.va = 0; }

/* Maps the page, writes to it, so that its entry is as it stays in use, and finds the entry. It
 * is stored once more: a hypervisor with shadow page tables keeps a table that it has seen
 * written in another way than one that it has not. Returns NULL, or why that cannot be. */
static inline const char *page_make(enum access closed)
{
    void *memory = heap_alloc(PAGE_4K, PAGE_4K);
    page.va = mmu_window();
    page.root = mmu_root();
    if (!memory || !mmu_map(page.va, (uint64_t)memory, PAGE_4K, PAGE_4K) ||
        !(page.entry = mmu_entry(page.va)))
        return "not enough memory for a page and its tables";
    page_write(page);
    page.open = *page.entry;
    page.closed = mmu_entry_for(page.open, closed);
    entry_set(page, page.open);
    return NULL;
}

/* Before each operation, in both loops: has the compiler keep what is used in registers, so that
 * it loads the same before either. */
#define KEEP_PAGE(p) \
    asm volatile("" : : "r"((p).va), "r"((p).entry), "r"((p).open), "r"((p).closed), "r"((p).root))

#endif
