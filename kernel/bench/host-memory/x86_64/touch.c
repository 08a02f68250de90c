/* So a guest pays that was restored, or has its memory elsewhere. What is prefaulted lacks only the
 * hypervisor's entry. Files are in the host's cache. The host's pages are counted afterwards. */
#include "host.h"

/* The operand: the kind, and the unit of the touch. */
#define TOUCH(kind, unit) ((uint64_t)(unit) << 32 | (kind))

static uint64_t touched; /* in the last batch, and not counted yet */

static uint32_t kind(void) { return (uint32_t)operand; }
static uint64_t unit(void) { return operand >> 32; }
static uint64_t units(void) { return host.pages * (uint64_t)PAGE_4K / unit(); }

/* A file's neighbours come with a page of it, and hugetlb pages count as many. */
static void count(void)
{
    uint64_t wanted = kind() & PREFAULTED && touched ? units() : touched;
    uint32_t which = kind() & KIND_MASK;
    uint32_t what = which == KIND_SERVED  ? STATE_SERVED
                    : which == KIND_LARGE ? STATE_HUGE
                                          : STATE_PRESENT;
    touched = 0;
    if (wanted && which != KIND_FILE && which != KIND_HUGETLB)
        host_expect("pages after a batch", host_do(HOST_COUNT, what, 0), wanted);
}

static const char *init(void)
{
    touched = 0;
    return host_open(kind(), 0);
}

static void prepare(uint64_t n)
{
    count();
    host_lay(kind());
    touched = n;
}

static void cleanup(void)
{
    count();
    host_close();
}

static uint64_t supply(void) { return units() * options.batches + 1; }

TIMED_INSN_WITH(uint64_t start = host.va;
                uint64_t step = unit(), uint64_t at = start + i * step, MEMORY_WRITE(at))
#define TIMED_READ(...) TIMED_INSN_OF(run_read, control_read, __VA_ARGS__)
TIMED_READ(uint64_t start = host.va;
           uint64_t step = unit(), uint64_t at = start + i * step, MEMORY_READ(at))

#define TOUCHED(loop, other, id, suffix, text, kind, unit)                                         \
    VARIANT_OF(loop, other, id, suffix, .summary = text, .path = PATH_PAGING, .exits = EXITS_VARY, \
               .operand = TOUCH(kind, unit), .init = init, .prepare = prepare, .cleanup = cleanup, \
               .supply = supply)
#define WRITTEN(...) TOUCHED(run, control, __VA_ARGS__)
#define READ(...) TOUCHED(run_read, control_read, __VA_ARGS__)

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
