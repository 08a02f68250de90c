/* Test image only: a stack pointer that points nowhere, and then a trap. */
#include <hyperbench.h>

TIMED_INSN("li sp, -65536\n\tunimp")

BENCHMARK(.summary = "Raise an exception with no stack to take it on", .recommended = {1, 1});
