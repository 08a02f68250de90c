/* Test image only: an instruction that no CPU knows, in the middle of a batch. */
#include <hyperbench.h>

TIMED_INSN("udf #0")

BENCHMARK(.summary = "Raise an undefined-instruction exception", .recommended = {1, 1});
