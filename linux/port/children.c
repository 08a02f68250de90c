/* The processes of primitives: none outlives its primitive, whatever ends that. */
#include "port.h"

enum { MAX_CHILDREN = 64, ANYONE = -1, SELF = 0, WNOHANG = 1, PATIENCE_MS = 1000 };

static long children[MAX_CHILDREN];
static unsigned count;

void children_init(void) { CALL(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Each child leads a group of its own, which holds what it starts itself. */
long process_fork(void)
{
    if (count == MAX_CHILDREN)
        fail("more than %d children", MAX_CHILDREN);
    long child = DO(clone, SIGCHLD, 0, 0, 0, 0);
    if (child) {
        CALL(setpgid, child, child);
        children[count++] = child;
        return child;
    }
    CALL(prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    CALL(setpgid, SELF, SELF);
    if (CALL(getppid) != process_id())
        CALL(exit_group, 1);
    return 0;
}

void partner_start(void (*body)(void), unsigned cpu)
{
    if (process_fork())
        return;
    process_bind(cpu);
    for (;;)
        body();
}

int process_wait(long child)
{
    int status = 0;
    DO(wait4, child, &status, 0, 0);
    return status;
}

/* Whoever else is in its group lives on, and has to be ended. */
void process_forget(long child)
{
    unsigned place = 0;
    while (place < count && children[place] != child)
        place++;
    if (place < count && CALL(kill, -child, 0) == -ESRCH)
        children[place] = children[--count];
}

void process_end(long child)
{
    CALL(kill, -child, SIGKILL);
    while (CALL(wait4, -child, 0, 0, 0) > 0)
        ;
    process_forget(child);
}

uint64_t process_faults(void)
{
    enum { SELF_ALONE = 0 };
    struct {
        struct timespec user, system;
        uint64_t memory[4], minor_faults, others[9];
    } usage = {0};
    DO(getrusage, SELF_ALONE, &usage);
    return usage.minor_faults;
}

/* Orphans of children become this process' own. */
void children_end(void)
{
    for (unsigned i = 0; i < count; i++)
        CALL(kill, -children[i], SIGKILL);
    count = 0;
    for (unsigned waited = 0; waited < PATIENCE_MS; waited++) {
        long ended;
        while ((ended = CALL(wait4, ANYONE, 0, WNOHANG, 0)) > 0)
            ;
        if (ended < 0)
            return;
        struct timespec millisecond = {.nanoseconds = 1000000};
        CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &millisecond, 0);
    }
    note("a child does not end");
}
