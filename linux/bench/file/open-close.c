/* By its path. */
#include <process.h>

static void open_and_close(const char *path)
{
    long file = DO(openat, AT_FDCWD, path, O_RDONLY);
    DO(close, file);
}

TIMED_CALL(const char *path = "/", , open_and_close(path), path)

BENCHMARK(.summary = "Open a file and close it", .flags = QUICK,
          .also = "lmbench: lat_syscall open");
