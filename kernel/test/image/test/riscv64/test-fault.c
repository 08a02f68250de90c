/* Test image only: an instruction that no CPU knows, in the middle of a batch. */
#include <hyperbench.h>

TIMED_INSN("unimp")

BENCHMARK(.summary = "Raise an illegal-instruction exception", .recommended = {1, 1});
