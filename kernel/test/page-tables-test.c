/* Tests of the page tables that the architectures share: what was mapped is read back by a
 * walker written here, from the manuals' description of the format. Runs on the host. */
#include "../drivers/page_tables.h"
#include "check.h"

#include <lib.h>
#include <posih.h>

enum { POOL = 16 };

static uint64_t root[TABLE_ENTRIES] __attribute__((aligned(4096)));
static uint64_t pool[POOL][TABLE_ENTRIES] __attribute__((aligned(4096)));
static unsigned used, limit;

void *heap_alloc(uint64_t size, uint64_t alignment)
{
    CHECK(size == sizeof pool[0] && alignment == sizeof pool[0]);
    return used < limit ? pool[used++] : NULL;
}

/* As on x86: bit 0 present, bit 7 a large page, the address in place. */
static const struct page_tables in_place = {
    .root = root, .levels = 4, .address = 0x000ffffffffff000, .table = 0x03, .type = 0x81};

/* As on RISC-V: the address two bits lower, permissions in bits 1 to 3. */
static const struct page_tables shifted = {
    .root = root, .levels = 3, .shift = 2, .address = 0x003ffffffffffc00, .table = 1, .type = 0xf};

static void start(unsigned tables)
{
    memset(root, 0, sizeof root);
    memset(pool, 0xee, sizeof pool); /* a new table has to be cleared by who takes it */
    used = 0;
    limit = tables;
}

/* The entry at `depth` steps from the root; indexes are nine bits each from bit 12 up. */
static uint64_t entry_at(const struct page_tables *tables, uint64_t va, unsigned depth)
{
    uint64_t *table = root;
    unsigned bit = 12 + 9 * (tables->levels - 1);
    for (;; depth--, bit -= 9) {
        uint64_t entry = table[va >> bit & 511];
        if (!depth || !entry)
            return entry;
        table = (uint64_t *)((entry & tables->address) << tables->shift);
    }
}

static void test_small_pages(void)
{
    start(POOL);
    const uint64_t va = 0x7fc0000000 - 2 * PAGE_4K; /* across a table of every level but the top */
    CHECK(page_tables_map(&in_place, va, 0x5000, 4 * PAGE_4K, PAGE_4K, 0x63));
    for (uint64_t page = 0; page < 4; page++)
        CHECK(entry_at(&in_place, va + page * PAGE_4K, 3) == (0x5000 + page * PAGE_4K | 0x63));
    CHECK(!entry_at(&in_place, va - PAGE_4K, 3) && !entry_at(&in_place, va + 4 * PAGE_4K, 3));
    CHECK(used == 5);
    CHECK(page_tables_map(&in_place, va + 4 * PAGE_4K, 0, PAGE_4K, PAGE_4K, 0x63) && used == 5);
}

static void test_large_pages(void)
{
    start(POOL);
    CHECK(page_tables_map(&shifted, PAGE_1G, 3 * PAGE_1G, PAGE_1G, PAGE_1G, 0xcf) && used == 0);
    CHECK(root[1] == (3 * PAGE_1G >> 2 | 0xcf));
    CHECK(page_tables_map(&shifted, 0, 0x40000000, 2 * PAGE_2M, PAGE_2M, 0xcf) && used == 1);
    CHECK(entry_at(&shifted, PAGE_2M, 1) == ((0x40000000UL + PAGE_2M) >> 2 | 0xcf));
}

static void test_refusals(void)
{
    start(1);
    CHECK(!page_tables_map(&in_place, 0, 0, PAGE_4K, PAGE_4K, 0x3));
    start(POOL);
    CHECK(page_tables_map(&in_place, 0, 0, PAGE_1G, PAGE_1G, 0x83));
    CHECK(!page_tables_map(&in_place, 0, 0, PAGE_4K, PAGE_4K, 0x3));
    CHECK(page_tables_map(&shifted, PAGE_1G, 0, PAGE_1G, PAGE_1G, 0xcf));
    CHECK(!page_tables_map(&shifted, PAGE_1G, 0, PAGE_2M, PAGE_2M, 0xcf));
}

static void test_entries(void)
{
    start(POOL);
    const uint64_t va = 0x7fc0000000;
    CHECK(!page_tables_entry(&in_place, va));
    CHECK(page_tables_map(&in_place, va, 0x5000, PAGE_4K, PAGE_4K, 0x63));
    uint64_t *entry = page_tables_entry(&in_place, va);
    CHECK(entry && *entry == 0x5063);
    CHECK(page_tables_entry(&in_place, va + 7 * PAGE_4K) == entry + 7);
    CHECK(!page_tables_entry(&in_place, va - PAGE_4K)); /* another table's */
    start(POOL);
    CHECK(page_tables_map(&shifted, 0, 0, PAGE_2M, PAGE_2M, 0xcf));
    CHECK(!page_tables_entry(&shifted, 0)); /* in a larger page */
}

static void test_shared_roots(void)
{
    start(POOL);
    CHECK(page_tables_map(&shifted, 255 * PAGE_1G, 0, 2 * PAGE_1G, PAGE_1G, 0xcf));
    uint64_t *other = page_tables_share(&shifted);
    CHECK(other && other != root && other[255] == root[255] && !other[256] && root[256]);
    limit = used;
    CHECK(!page_tables_share(&shifted));
}

static void test_window(void)
{
    start(POOL);
    CHECK(page_tables_map(&shifted, 255 * PAGE_1G, 0, 2 * PAGE_1G, PAGE_1G, 0xcf));
    page_tables_clear_window(&shifted);
    CHECK(root[255] && !root[256]);
}

int main(void)
{
    test_small_pages();
    test_large_pages();
    test_refusals();
    test_entries();
    test_shared_roots();
    test_window();
    printf("page tables: %u checks passed\n", checks);
    return 0;
}
