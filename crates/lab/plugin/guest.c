#include "guest.h"

#include <stddef.h>

#include "aborts.h"
#include "trace.h"

bool in_guest, is_nested;

static void settle(enum world aborted)
{
    if (aborted != WORLDS)
        --*counts_executed(aborted);
    aborts_settled(false);
}

void guest_left(const char *reason, enum world aborted)
{
    settle(aborted);
    trace_exit(reason);
    in_guest = false;
    counts_left(reason);
}

void outer_guest_left(const char *reason, enum world aborted)
{
    settle(aborted);
    counts_outer_left(reason);
}

void guest_entered(void)
{
    in_guest = true;
    aborts_settled(false);
    trace_exit(NULL);
    counts_entered();
}
