/* Test image only: a child of it faults, and must not come back from the harness as a second
 * runner. */
#include <process.h>

static void child(void)
{
    long number = process_fork();
    if (!number)
        __builtin_trap();
    fail("its child ended with status %d", process_wait(number) >> 8);
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Fork a child that executes an undefined instruction");
