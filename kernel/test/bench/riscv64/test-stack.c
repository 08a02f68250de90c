/* Test image only: a stack pointer that points nowhere, and then a trap. */
#include <hyperbench.h>

TIMED_INSN(test_stack, , , "li sp, -65536\n\tunimp", )

BENCHMARK(test_stack, .name = "test-stack", .category = "test",
          .summary = "Raise an exception with no stack to take it on", .recommended = {1, 1},
          .architectures = RISCV64, .run = test_stack_run, .control = test_stack_control);
