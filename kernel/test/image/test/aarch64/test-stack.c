/* Test image only: an exception while the stack pointer points nowhere. Handlers have a
 * stack of their own, so this is contained like any other. */
#include <hyperbench.h>

TIMED_INSN("mov sp, %0\n\tldr xzr, [sp]", : : "r"(0UL))

BENCHMARK(.summary = "Raise a data abort without a stack", .recommended = {1, 1});
