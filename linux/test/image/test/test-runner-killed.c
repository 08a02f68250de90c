/* Test image only: the runner itself is killed. */
#include <process.h>

TIMED_CALL(long self = process_id(), , CALL(kill, self, SIGKILL), self)

BENCHMARK(.summary = "Kill the runner");
