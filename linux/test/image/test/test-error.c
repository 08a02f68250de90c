/* Test image only: a system call that fails in a batch. */
#include <process.h>

TIMED_CALL(long none = 999, , DO(close, none), none)

BENCHMARK(.summary = "Close a file that is not open");
