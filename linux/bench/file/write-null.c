/* A system call with next to nothing behind it. */
#include <process.h>

static long null;

static const char *init(void)
{
    null = DO(openat, AT_FDCWD, "/dev/null", O_WRONLY);
    return NULL;
}

TIMED_CALL(long file = null, , DO_ALL(1, write, file, "", 1), file)

BENCHMARK(.summary = "Write a byte to /dev/null", .flags = QUICK, .init = init,
          .also = "lmbench: lat_syscall write");
