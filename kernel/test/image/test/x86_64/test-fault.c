/* Test image only: an instruction that no CPU knows, in the middle of a batch. */
#include <hyperbench.h>

TIMED_INSN("ud2")

BENCHMARK(.summary = "Raise an invalid-opcode exception", .recommended = {1, 1});
