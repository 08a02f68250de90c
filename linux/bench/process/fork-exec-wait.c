/* The program ends at once. Unlike with vfork-exec-wait, page tables are copied for the child,
 * which throws them away. */
#include <process.h>

static void child(void)
{
    static const char *const words[] = {"true", NULL};
    long number = DO(clone, SIGCHLD, 0, 0, 0, 0);
    if (!number) {
        CALL(execve, "/proc/self/exe", words, words + 1);
        CALL(exit_group, 1);
    }
    if (process_wait(number))
        fail("the program that is executed did not end as it should");
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Fork a child that executes a static program, and wait for it",
          .path = PATH_PAGING, .exits = EXITS_VARY, .also = "lmbench: lat_proc exec");
