/* In one exit; the guest has written all of it. */
#include "host.h"

static void check(uint64_t n)
{
    (void)n;
    host_answer();
    if (how() == DONTNEED)
        host_expect("pages left", host_do(HOST_COUNT, STATE_PRESENT, 0), 0);
    if (how() == COLLAPSE)
        host_expect("huge pages", host_do(HOST_COUNT, STATE_HUGE, 0),
                    host.pages / (PAGE_2M / PAGE_4K));
}

static void arrange(void)
{
    host_lay(kind());
    host_write(1);
    host_ask((enum host_verb)rest(), how(), 0);
}

static const char *init(void)
{
    const char *reason = host_open(kind(), 0);
    if (reason)
        return reason;
    arrange();
    host_send();
    host_answer();
    return NULL;
}

TIMED_HOST_REQUEST

#define ASKED(id, suffix, text, n, ...)                                    \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = n, \
            .operand = HOST_OPERAND(__VA_ARGS__), .init = init, HOST_REQUEST)

ASKED(nothing, "-request", "Ask the monitor for nothing", 1, KIND_SMALL, ADVICE_NONE, HOST_NOTHING);
ASKED(slot, "-slot", "Remove a slot of 4 MiB and add it", EXITS_VARY, KIND_SMALL, ADVICE_NONE,
      HOST_RESLOT);
ASKED(taken, "-dontneed", "Take 4 MiB away (MADV_DONTNEED)", 1, KIND_SMALL, DONTNEED, HOST_ADVISE);
ASKED(may_free, "-free", "Allow Linux to take 4 MiB (MADV_FREE)", 1, KIND_SMALL, MAY_FREE,
      HOST_ADVISE);
ASKED(collapsed, "-collapse", "Collapse 4 MiB to huge pages (MADV_COLLAPSE)", 1, KIND_SMALL,
      COLLAPSE, HOST_ADVISE);
