/* A system call with next to nothing behind it. */
#include <process.h>

static long zero;
static char byte;

static const char *init(void)
{
    zero = DO(openat, AT_FDCWD, "/dev/zero", O_RDONLY);
    return NULL;
}

TIMED_CALL(long file = zero, , DO_ALL(1, read, file, &byte, 1), file)

BENCHMARK(.summary = "Read a byte of /dev/zero", .flags = QUICK, .init = init,
          .also = "lmbench: lat_syscall read");
