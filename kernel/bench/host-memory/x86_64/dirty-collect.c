/* The monitor collects the log of 4 MiB (option=working-set=SIZE, up to 64M) in pages of 4 KiB, all
 * written, every second or fourth, in one exit; host-request is that alone. KVM_GET_DIRTY_LOG
 * protects the pages again, or leaves that to KVM_CLEAR_DIRTY_LOG (-manual). Numbers of pages are
 * compared. */
#include "host.h"

enum { CHUNK = 64 };

static const struct collecting {
    enum host_log way;
    uint32_t every; /* so many pages one is written, where any is */
    bool is_clear;  /* what is timed is CLEAR, after a GET */
    bool has_chunks;
} collections[] = {[0] = {LOG_LEGACY, 1, false, false}, [1] = {LOG_LEGACY, 0, false, false},
                   [2] = {LOG_MANUAL, 1, false, false}, [3] = {LOG_MANUAL, 1, true, false},
                   [4] = {LOG_MANUAL, 1, true, true},   [5] = {LOG_RING, 1, false, false},
                   [6] = {LOG_LEGACY, 2, false, false}, [7] = {LOG_LEGACY, 4, false, false}};

static const struct collecting *collection(void) { return &collections[operand]; }
static uint32_t expected(void)
{
    return collection()->every ? host.pages / collection()->every : 0;
}

static void check(uint64_t n)
{
    (void)n;
    host_expect("pages in the log", host_answer(), expected());
}

/* Leaves nothing in the log. */
static void empty(void)
{
    host_do(HOST_COLLECT, 0, 0);
    if (collection()->way == LOG_MANUAL)
        host_do(HOST_CLEAR, 0, host.pages);
}

static void arrange(void)
{
    empty();
    if (collection()->every)
        host_write(collection()->every);
    if (collection()->is_clear)
        host_expect("pages to clear", host_do(HOST_COLLECT, 0, 0), expected());
    host_ask(collection()->is_clear ? HOST_CLEAR : HOST_COLLECT, 0,
             collection()->has_chunks ? CHUNK : host.pages);
}

static const char *init(void)
{
    const char *reason = host_open(KIND_SMALL | PREFAULTED, 0);
    if (reason)
        return reason;
    host_write(1);
    host_do(HOST_LOG, collection()->way, 0);
    empty();
    return NULL;
}

TIMED_HOST_REQUEST

#define COLLECT(id, suffix, text, number)                                                     \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = 1, .operand = number, \
            .work = {4 << 20, "B"}, .init = init, HOST_REQUEST)

COLLECT(legacy, "-get", "Get a log of 4 MiB, which protects them", 0);
COLLECT(nothing, "-get-clean", "Get a log of 4 MiB that has no page", 1);
COLLECT(half, "-get-half", "Get a log of 4 MiB, half of them written", 6);
COLLECT(quarter, "-get-quarter", "Get a log of 4 MiB, a quarter of them written", 7);
COLLECT(manual, "-get-manual", "Get a log of 4 MiB alone", 2);
COLLECT(clear, "-clear", "Clear a log of 4 MiB, which protects them", 3);
COLLECT(chunks, "-clear-chunks", "Clear a log of 4 MiB in 16 chunks", 4);
COLLECT(ring, "-ring", "Read and reset a ring with 4 MiB of pages", 5);
