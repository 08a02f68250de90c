/* The child borrows its parent's memory, so that no page tables are copied. The program is this
 * one, static and of a few pages. */
#include <process.h>

__attribute__((noinline)) static void child(void)
{
    static const char *const words[] = {"true", NULL};
    long number = DO(clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    if (!number) {
        CALL(execve, "/proc/self/exe", words, words + 1);
        CALL(exit_group, 1);
    }
    if (process_wait(number))
        fail("the program that is executed did not end as it should");
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Execute a static program in a child, and wait for it", .flags = QUICK,
          .path = PATH_PAGING, .also = "lmbench: lat_proc exec", .event = "exec");
