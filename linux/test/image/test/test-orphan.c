/* Test image only: a child leaves a child of its own behind, which sleeps for ever. The test looks
 * whether it does. */
#include <process.h>

static void child(void)
{
    struct timespec hour = {.seconds = 3600};
    long number = process_fork();
    if (!number && !CALL(clone, SIGCHLD, 0, 0, 0, 0))
        CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &hour, 0);
    if (!number)
        CALL(exit_group, 0);
    process_wait(number);
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Leave an orphan behind", .once = true);
