/* The guest has written all of it. Linux protects pages one by one, splits those of 2 MiB, and
 * makes them whole when logging ends; an initially set log (Linux 5.7) does it at the first clear.
 */
#include "host.h"

/* The operand: kind, log, and whether its end is timed. */
#define LOG(kind, log, is_stop) ((uint64_t)(is_stop) << 32 | (log) << 16 | (kind))

static bool was_asked;

static uint32_t kind(void) { return (uint16_t)operand; }
static uint32_t way(void) { return operand >> 16 & UINT16_MAX; }
static bool is_stop(void) { return operand >> 32; }

/* The log has what it begins with. */
static void check(void)
{
    bool is_due = was_asked;
    was_asked = false;
    if (!is_due)
        return;
    host_answer();
    if (!is_stop())
        host_expect("pages in a new log", host_do(HOST_COLLECT, 0, 0),
                    way() == LOG_INITIALLY_SET ? host.pages : 0);
}

static void arrange(void)
{
    check();
    host_do(HOST_LOG, LOG_OFF, 0);
    host_write_all();
    if (is_stop())
        host_do(HOST_LOG, way(), 0);
    host_ask(HOST_LOG, is_stop() ? (uint32_t)LOG_OFF : way(), 0);
}

static const char *init(void)
{
    was_asked = false;
    const char *reason = host_open(kind() | PREFAULTED, 0);
    if (!reason)
        host_do(HOST_LOG, way(), 0);
    return reason;
}

static void prepare(uint64_t n)
{
    (void)n;
    arrange();
    was_asked = true;
}

static void cleanup(void)
{
    check();
    host_close();
}

TIMED_HOST_REQUEST

#define LOGGED(id, suffix, text, ...)                                                              \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = 1,                         \
            .operand = LOG(__VA_ARGS__), .work = {4 << 20, "B"}, .init = init, .prepare = prepare, \
            .cleanup = cleanup, .once = true)

LOGGED(start_4k, "-start-4k", "Begin to log 4 MiB in pages of 4 KiB", KIND_SMALL, LOG_LEGACY, 0);
LOGGED(start_2m, "-start-2m", "Begin to log 4 MiB in pages of 2 MiB", KIND_LARGE, LOG_LEGACY, 0);
LOGGED(start_set, "-start-initially-set", "Begin to log 4 MiB as if all were written", KIND_LARGE,
       LOG_INITIALLY_SET, 0);
LOGGED(stop_4k, "-stop-4k", "Log 4 MiB in pages of 4 KiB no more", KIND_SMALL, LOG_LEGACY, 1);
LOGGED(stop_2m, "-stop-2m", "Log 4 MiB in pages of 2 MiB no more", KIND_LARGE, LOG_LEGACY, 1);
