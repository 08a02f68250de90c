/* SLDT stores the selector of the local descriptor table; unprivileged. */
#include <hyperbench.h>

static uint16_t slot;

TIMED_INSN("sldt %0", : "=m"(slot))

BENCHMARK(.summary = "Store the LDT selector to memory (SLDT)", .recommended = {10000, 10000000});
