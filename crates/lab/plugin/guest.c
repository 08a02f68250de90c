#include "guest.h"

#include <stddef.h>

#include "aborts.h"
#include "trace.h"
#include "turns.h"

bool is_nested;
static bool in_guest[PROCESSORS];

bool guest_runs(void) { return in_guest[turns_now()]; }

static void settle(enum world aborted)
{
    if (aborted != WORLDS)
        --*counts_executed(aborted);
    aborts_settled(false);
}

void guest_trapped(const char *reason)
{
    in_guest[turns_now()] = false;
    trace_exit(reason);
    counts_left(reason);
}

void guest_left(const char *reason, enum world aborted)
{
    settle(aborted);
    guest_trapped(reason);
}

void outer_guest_left(const char *reason, enum world aborted)
{
    settle(aborted);
    counts_outer_left(reason);
}

void guest_entered(void)
{
    in_guest[turns_now()] = true;
    aborts_settled(false);
    trace_exit(NULL);
    counts_entered();
}
