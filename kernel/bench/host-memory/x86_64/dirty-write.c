/* A guest that is migrated has its writes logged (KVM_MEM_LOG_DIRTY_PAGES): the first to a page
 * exits, until the log is collected. A ring takes option=dirty-log=ring. -2m-split is the first
 * write to each 2 MiB after logging begins. Pages in the log are compared with those written. */
#include "host.h"

static void check(uint64_t n) { host_expect("pages in the log", host_do(HOST_COLLECT, 0, 0), n); }

static void log_anew(void)
{
    host_do(HOST_LOG, LOG_OFF, 0);
    host_write(1);
    host_do(HOST_LOG, how(), 0);
}

static const char *init(void)
{
    const char *reason = host_open(kind() | PREFAULTED, 0);
    if (!reason)
        log_anew();
    return reason;
}

static void arrange(void)
{
    if (rest() == PAGE_2M)
        log_anew();
}

TIMED_HOST_PAGES(run, control, MEMORY_WRITE(at))

#define WRITE(id, suffix, text, ...)                                                               \
    VARIANT(id, suffix, .summary = "Write to a clean page " text, .path = PATH_PAGING, .exits = 1, \
            .operand = HOST_OPERAND(__VA_ARGS__), .init = init, HOST_PAGES)

WRITE(bitmap, "-4k-bitmap", "that a bitmap logs", KIND_SMALL, LOG_LEGACY, PAGE_4K);
WRITE(ring, "-4k-ring", "that a ring logs", KIND_SMALL, LOG_RING, PAGE_4K);
WRITE(large, "-2m-bitmap", "of 2 MiB backing that a bitmap logs", KIND_LARGE, LOG_LEGACY, PAGE_4K);
WRITE(split, "-2m-split", "of 2 MiB that was split for a log", KIND_LARGE, LOG_LEGACY, PAGE_2M);
