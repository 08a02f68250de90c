/* Test image only: the runner ends in the middle of a benchmark. */
#include <process.h>

TIMED_CALL(long status = 7, , CALL(exit_group, status), status)

BENCHMARK(.summary = "End the runner");
