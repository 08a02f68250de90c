/* Test image only: never returns, but can be interrupted; the guest's own clock ends it. */
#include <hyperbench.h>

TIMED_CALL(uint64_t forever = 1, , while (forever) cpu_relax(), forever)

BENCHMARK(.summary = "Spin for ever with interrupts on", .recommended = {1, 1});
