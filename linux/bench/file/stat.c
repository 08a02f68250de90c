/* Linux looks the path up, and tells size, owner and times. */
#include <process.h>

static struct file_status status;

TIMED_CALL(const char *path = "/", , DO(newfstatat, AT_FDCWD, path, &status, 0), path)

BENCHMARK(.summary = "Ask about a file by its path (stat)", .flags = QUICK,
          .also = "lmbench: lat_syscall stat");
