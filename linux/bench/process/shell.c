/* The system's own shell, most often a program with shared libraries. */
#include <process.h>

static void child(void)
{
    static const char *const words[] = {"sh", "-c", ":", NULL};
    long number = DO(clone, SIGCHLD, 0, 0, 0, 0);
    if (!number) {
        CALL(execve, "/bin/sh", words, words + 3);
        CALL(exit_group, 1);
    }
    if (process_wait(number))
        fail("/bin/sh did not end as it should");
}

static const char *init(void)
{
    return CALL(faccessat, AT_FDCWD, "/bin/sh", EXECUTABLE) ? "needs a shell, /bin/sh" : NULL;
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Run a command that does nothing in a shell, and wait for it",
          .path = PATH_PAGING, .exits = EXITS_VARY, .init = init,
          .also = "lmbench: lat_proc shell");
