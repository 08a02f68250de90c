/* Test image only: never returns; the watchdog ends it. */
#include <process.h>

TIMED_CALL(uint64_t forever = 1, , while (forever) cpu_relax(), forever)

BENCHMARK(.summary = "Spin for ever");
