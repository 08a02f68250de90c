/* Two calls; the first drops the TLB's entry. */
#include <process.h>

static uint64_t page;

static const char *init(void)
{
    page = (uint64_t)process_memory(PAGE_4K);
    *(volatile uint8_t *)page = 1;
    return NULL;
}

static void close_and_open(uint64_t address)
{
    DO(mprotect, address, PAGE_4K, PROT_READ);
    DO(mprotect, address, PAGE_4K, PROT_READ | PROT_WRITE);
}

TIMED_CALL(uint64_t address = page, , close_and_open(address), address)

BENCHMARK(.summary = "Make a page read-only and writable again (mprotect)", .flags = QUICK,
          .path = PATH_PAGING, .init = init);
