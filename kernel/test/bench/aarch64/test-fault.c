/* Test image only: an instruction that no CPU knows, in the middle of a batch. */
#include <hyperbench.h>

TIMED_INSN(test_fault, , , "udf #0", )

BENCHMARK(test_fault, .name = "test-fault", .category = "test",
          .summary = "Raise an undefined-instruction exception", .recommended = {1, 1},
          .architectures = AARCH64, .run = test_fault_run, .control = test_fault_control);
