/* So a guest pays that was restored, or has its memory elsewhere. What is prefaulted lacks only the
 * hypervisor's entry. Files are in the host's cache. The host's pages are counted afterwards. */
#include "host.h"

/* How it is done. */
enum { IS_WRITTEN, IS_READ };

static uint32_t state(uint32_t which)
{
    switch (which) {
    case KIND_LARGE:
        return STATE_HUGE;
    case KIND_FILE:
        return STATE_COPIED; /* its neighbours come with a page, too */
    case KIND_SERVED:
        return STATE_SERVED;
    default:
        return STATE_PRESENT;
    }
}

static void check(uint64_t n)
{
    uint32_t which = kind() & KIND_MASK;
    uint64_t wanted = kind() & PREFAULTED ? host_units() : n;
    if (which == KIND_FILE && how() == IS_READ)
        wanted = 0;
    if (which == KIND_HUGETLB)
        wanted *= PAGE_2M / PAGE_4K;
    host_expect("pages after a batch", host_do(HOST_COUNT, state(which), 0), wanted);
}

static const char *init(void) { return host_open(kind(), 0); }

static void arrange(void) { host_lay(kind()); }

TIMED_HOST_PAGES(run, control, MEMORY_WRITE(at))
TIMED_HOST_PAGES(run_read, control_read, MEMORY_READ(at))

#define TOUCHED(loop, other, how, id, suffix, text, kind, unit)                                    \
    VARIANT_OF(loop, other, id, suffix, .summary = text, .path = PATH_PAGING, .exits = EXITS_VARY, \
               .operand = HOST_OPERAND(kind, how, unit), .init = init, HOST_PAGES)
#define WRITTEN(...) TOUCHED(run, control, IS_WRITTEN, __VA_ARGS__)
#define READ(...) TOUCHED(run_read, control_read, IS_READ, __VA_ARGS__)

WRITTEN(small, "-anon", "Write to anonymous memory", KIND_SMALL, PAGE_4K);
WRITTEN(small_there, "-anon-prefaulted", "Write to anonymous memory that is prefaulted",
        KIND_SMALL | PREFAULTED, PAGE_4K);
WRITTEN(large, "-anon-2m", "Write to 2 MiB of anonymous memory", KIND_LARGE, PAGE_2M);
WRITTEN(large_there, "-anon-2m-prefaulted", "Write to 2 MiB of anonymous memory that is prefaulted",
        KIND_LARGE | PREFAULTED, PAGE_2M);
READ(file, "-file-read", "Read a private copy of a file", KIND_FILE, PAGE_4K);
WRITTEN(file_written, "-file-write", "Write to a private copy of a file", KIND_FILE, PAGE_4K);
READ(file_there, "-file-read-prefaulted", "Read a private copy of a file that is prefaulted",
     KIND_FILE | PREFAULTED, PAGE_4K);
WRITTEN(memfd, "-memfd", "Write to a memfd", KIND_MEMFD, PAGE_4K);
WRITTEN(memfd_there, "-memfd-prefaulted", "Write to a memfd that is prefaulted",
        KIND_MEMFD | PREFAULTED, PAGE_4K);
WRITTEN(hugetlb, "-hugetlb", "Write to 2 MiB of hugetlb memory", KIND_HUGETLB, PAGE_2M);
WRITTEN(hugetlb_there, "-hugetlb-prefaulted", "Write to 2 MiB of hugetlb memory that is prefaulted",
        KIND_HUGETLB | PREFAULTED, PAGE_2M);
WRITTEN(served, "-uffd", "Write to memory whose faults the monitor serves", KIND_SERVED, PAGE_4K);
