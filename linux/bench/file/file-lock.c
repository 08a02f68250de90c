/* A lock that nobody else wants. */
#include <process.h>

static long file;

static const char *init(void)
{
    file = memory_file(PAGE_4K);
    return NULL;
}

static void lock_and_unlock(void)
{
    const struct file_lock lock = {.kind = F_WRLCK, .length = 1}, unlock = {.kind = F_UNLCK};
    DO(fcntl, file, F_SETLK, &lock);
    DO(fcntl, file, F_SETLK, &unlock);
}

TIMED_CALL(long unused = 0, , lock_and_unlock(), unused)

BENCHMARK(.summary = "Lock a byte of a file and unlock it (fcntl)", .init = init,
          .also = "lmbench: lat_fcntl");
