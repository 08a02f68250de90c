/* The runner is a process of its own: whatever ends it, somebody is left to say so. */
#include "port.h"

enum { GROUP = 0, SELF = 0, ANYONE = -1 };

/* What record.c counts records with is shared, so that the supervisor's follow the runner's:
 * linker.ld puts it there. */
extern uint8_t shared_start[], shared_end[];

static void share_records(void)
{
    CALL(mmap, shared_start, shared_end - shared_start, PROT_READ | PROT_WRITE,
         MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* The first process is given everyone's orphans. */
static int wait_for(long child)
{
    int status = 0;
    for (;;) {
        long ended = CALL(wait4, ANYONE, &status, 0, 0);
        if (ended == child)
            return status;
        if (ended < 0 && ended != -EINTR)
            die("the process that measures is lost");
    }
}

/* How wait4() says it: a signal in the low bits, else the exit status above them. */
static void report(int status)
{
    char text[64];
    int signal = status & 0x7f, code = status >> 8 & 0xff;
    run_complete = !status;
    if (signal)
        format(text, sizeof text, "the runner was killed by signal %d", signal);
    else if (code > 1) /* 1: it has said itself why */
        format(text, sizeof text, "the runner ended early, with exit status %d", code);
    else
        return;
    console_write("\r\n", 2); /* it may have been in the middle of a line */
    die(text);
}

void supervise(void (*body)(void))
{
    share_records();
    temporary_init();
    long parent = CALL(getpid), runner = CALL(clone, SIGCHLD, 0, 0, 0, 0);
    if (runner < 0)
        die("Linux makes no process for the runner");
    if (!runner) {
        CALL(prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        CALL(setpgid, SELF, GROUP);
        if (CALL(getppid) == parent)
            body();
        CALL(exit_group, 1);
    }
    int status = wait_for(runner);
    if (parent == 1)
        CALL(kill, ANYONE, SIGKILL);
    else
        CALL(kill, -runner, SIGKILL);
    temporary_remove();
    report(status);
}
