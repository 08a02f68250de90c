/* Test image only: an instruction that no CPU knows, in the middle of a batch. */
#include <hyperbench.h>

TIMED_INSN(test_fault, , , "unimp", )

BENCHMARK(test_fault, .name = "test-fault", .category = "test",
          .summary = "Raise an illegal-instruction exception", .recommended = {1, 1},
          .architectures = RISCV64, .run = test_fault_run, .control = test_fault_control);
