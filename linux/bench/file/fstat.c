/* Linux tells size, owner and times. */
#include <process.h>

static struct file_status status;

TIMED_CALL(long file = STDOUT, , DO(fstat, file, &status), file)

BENCHMARK(.summary = "Ask about an open file (fstat)", .flags = QUICK,
          .also = "lmbench: lat_syscall fstat");
