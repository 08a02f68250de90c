/* In one exit; the guest has written all of it. */
#include "host.h"

/* The operand: kind, advice, and the request. */
#define HOST(kind, advice, verb) ((uint64_t)(verb) << 32 | (uint64_t)(advice) << 16 | (kind))

static bool was_asked;

static uint32_t kind(void) { return (uint16_t)operand; }
static uint32_t advice(void) { return operand >> 16 & UINT16_MAX; }

static void check(void)
{
    bool is_due = was_asked;
    was_asked = false;
    if (!is_due)
        return;
    host_answer();
    if (advice() == DONTNEED)
        host_expect("pages left", host_do(HOST_COUNT, STATE_PRESENT, 0), 0);
    if (advice() == COLLAPSE)
        host_expect("huge pages", host_do(HOST_COUNT, STATE_HUGE, 0),
                    host.pages / (PAGE_2M / PAGE_4K));
}

static void arrange(void)
{
    check();
    host_lay(kind());
    host_write_all();
    host_ask((enum host_verb)(operand >> 32), advice(), 0);
}

static const char *init(void)
{
    was_asked = false;
    const char *reason = host_open(kind(), 0);
    if (reason)
        return reason;
    arrange();
    host_send();
    host_answer();
    return NULL;
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

#define ASKED(id, suffix, text, ...)                                                            \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = 1,                      \
            .operand = HOST(__VA_ARGS__), .init = init, .prepare = prepare, .cleanup = cleanup, \
            .once = true)

ASKED(nothing, "-request", "Ask the monitor for nothing", KIND_SMALL, ADVICE_NONE, HOST_NOTHING);
ASKED(slot, "-slot", "Remove a slot of 4 MiB and add it", KIND_SMALL, ADVICE_NONE, HOST_RESLOT);
ASKED(taken, "-dontneed", "Take 4 MiB away (MADV_DONTNEED)", KIND_SMALL, DONTNEED, HOST_ADVISE);
ASKED(may_free, "-free", "Allow Linux to take 4 MiB (MADV_FREE)", KIND_SMALL, MAY_FREE,
      HOST_ADVISE);
ASKED(collapsed, "-collapse", "Collapse 4 MiB to huge pages (MADV_COLLAPSE)", KIND_SMALL, COLLAPSE,
      HOST_ADVISE);
