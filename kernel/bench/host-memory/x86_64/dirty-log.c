/* The guest has written all of it. Linux protects pages one by one, splits those of 2 MiB, and
 * makes them whole when logging ends; an initially set log (Linux 5.7) does it at the first clear.
 */
#include "host.h"

static bool is_stop(void) { return rest(); }

/* The log has what it begins with. */
static void check(uint64_t n)
{
    (void)n;
    host_answer();
    if (!is_stop())
        host_expect("pages in a new log", host_do(HOST_COLLECT, 0, 0),
                    how() == LOG_INITIALLY_SET ? host.pages : 0);
}

static void arrange(void)
{
    host_do(HOST_LOG, LOG_OFF, 0);
    host_write(1);
    if (is_stop())
        host_do(HOST_LOG, how(), 0);
    host_ask(HOST_LOG, is_stop() ? (uint32_t)LOG_OFF : how(), 0);
}

static const char *init(void)
{
    const char *reason = host_open(kind() | PREFAULTED, 0);
    if (!reason)
        host_do(HOST_LOG, how(), 0);
    return reason;
}

TIMED_HOST_REQUEST

#define LOGGED(id, suffix, text, ...)                                                   \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = 1,              \
            .operand = HOST_OPERAND(__VA_ARGS__), .work = {4 << 20, "B"}, .init = init, \
            HOST_REQUEST)

LOGGED(start_4k, "-start-4k", "Begin to log 4 MiB in pages of 4 KiB", KIND_SMALL, LOG_LEGACY, 0);
LOGGED(start_2m, "-start-2m", "Begin to log 4 MiB in pages of 2 MiB", KIND_LARGE, LOG_LEGACY, 0);
LOGGED(start_set, "-start-initially-set", "Begin to log 4 MiB as if all were written", KIND_LARGE,
       LOG_INITIALLY_SET, 0);
LOGGED(stop_4k, "-stop-4k", "Log 4 MiB in pages of 4 KiB no more", KIND_SMALL, LOG_LEGACY, 1);
LOGGED(stop_2m, "-stop-2m", "Log 4 MiB in pages of 2 MiB no more", KIND_LARGE, LOG_LEGACY, 1);
