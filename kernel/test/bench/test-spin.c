/* Test image only: never returns, but can be interrupted; the guest's own clock ends it. */
#include <hyperbench.h>

TIMED_CALL(test_spin, uint64_t forever = 1, , while (forever) cpu_relax(), forever)

BENCHMARK(test_spin, .name = "test-spin", .category = "test",
          .summary = "Spin for ever with interrupts on", .recommended = {1, 1},
          .run = test_spin_run, .control = test_spin_control);
