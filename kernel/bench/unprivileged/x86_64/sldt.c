/* Unprivileged, and so invisible to a hypervisor that only traps. */
#include <hyperbench.h>

static uint16_t slot;

TIMED_INSN("sldt %0", : "=m"(slot))

BENCHMARK(.summary = "Store the LDT selector to memory (SLDT)", .recommended = {10000, 10000000},
          .term = "sen");
