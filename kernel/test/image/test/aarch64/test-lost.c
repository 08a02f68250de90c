/* Test image only: takes the machine down from inside, by an exception whose vector cannot
 * be fetched, which is an exception again, for ever. The counterpart of a triple fault; no
 * CPU ends it, only the host can. */
#include <hyperbench.h>

TIMED_INSN("msr vbar_el1, xzr\n\tisb\n\tudf #0")

BENCHMARK(.summary = "Raise exceptions for ever, without a vector table", .recommended = {1, 1});
