/* Test image only: an exception while the stack pointer points nowhere. Handlers have a
 * stack of their own, so this is contained like any other. */
#include <hyperbench.h>

TIMED_INSN(test_stack, , , "mov sp, %0\n\tldr xzr, [sp]", : : "r"(0UL))

BENCHMARK(test_stack, .name = "test-stack", .category = "test",
          .summary = "Raise a data abort without a stack", .recommended = {1, 1},
          .architectures = AARCH64, .run = test_stack_run, .control = test_stack_control);
