/* From end to end: the page fault, a signal, and a handler that goes on behind the store. */
#include <process.h>

static uint64_t page;

static const char *init(void)
{
    page = (uint64_t)process_memory(PAGE_4K);
    DO(mprotect, page, PAGE_4K, PROT_READ);
    signal_skip(SIGSEGV, SKIP_STORE);
    return NULL;
}

TIMED_INSN_WITH(uint64_t address = page, , STORE_ZERO(address))

BENCHMARK(.summary = "Store to a page for reading and handle the signal (SIGSEGV)", .flags = QUICK,
          .path = PATH_PAGING, .init = init, .also = "VMI: segv; lmbench: lat_sig prot");
