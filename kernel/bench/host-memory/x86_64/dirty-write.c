/* A guest that is migrated has its writes logged (KVM_MEM_LOG_DIRTY_PAGES): the first to a page
 * exits, until the log is collected. A ring takes option=dirty-log=ring. -2m-split is the first
 * write to each 2 MiB after logging begins. Pages in the log are compared with those written. */
#include "host.h"

/* The operand: kind, log, and the unit of the write. */
#define DIRTY(kind, log, unit) ((uint64_t)(unit) << 32 | (log) << 16 | (kind))

static uint64_t written;

static uint32_t kind(void) { return (uint16_t)operand; }
static uint32_t way(void) { return operand >> 16 & UINT16_MAX; }
static uint64_t unit(void) { return operand >> 32; }

static void count(void)
{
    uint64_t wanted = written;
    written = 0;
    if (wanted) /* there may be no log, and why not has been said */
        host_expect("pages in the log", host_do(HOST_COLLECT, 0, 0), wanted);
}

static void log_anew(void)
{
    host_do(HOST_LOG, LOG_OFF, 0);
    host_write_all();
    host_do(HOST_LOG, way(), 0);
}

static const char *init(void)
{
    written = 0;
    const char *reason = host_open(kind() | PREFAULTED, 0);
    if (!reason)
        log_anew();
    return reason;
}

static void prepare(uint64_t n)
{
    count();
    if (unit() == PAGE_2M)
        log_anew();
    written = n;
}

static void cleanup(void)
{
    count();
    host_close();
}

static uint64_t supply(void)
{
    return host.pages * (uint64_t)PAGE_4K / unit() * options.batches + 1;
}

TIMED_INSN_WITH(uint64_t start = host.va;
                uint64_t step = unit(), uint64_t at = start + i * step, MEMORY_WRITE(at))

#define WRITE(id, suffix, text, ...)                                                               \
    VARIANT(id, suffix, .summary = "Write to a clean page " text, .path = PATH_PAGING, .exits = 1, \
            .operand = DIRTY(__VA_ARGS__), .init = init, .prepare = prepare, .cleanup = cleanup,   \
            .supply = supply)

WRITE(bitmap, "-4k-bitmap", "that a bitmap logs", KIND_SMALL, LOG_LEGACY, PAGE_4K);
WRITE(ring, "-4k-ring", "that a ring logs", KIND_SMALL, LOG_RING, PAGE_4K);
WRITE(large, "-2m-bitmap", "of 2 MiB backing that a bitmap logs", KIND_LARGE, LOG_LEGACY, PAGE_4K);
WRITE(split, "-2m-split", "of 2 MiB that was split for a log", KIND_LARGE, LOG_LEGACY, PAGE_2M);
