/* Unprivileged, and so invisible to a hypervisor that only traps. */
#include <hyperbench.h>

static uint8_t slot[10];

TIMED_INSN("sgdt %0", : "=m"(slot))

BENCHMARK(.summary = "Store the GDT register to memory (SGDT)", .recommended = {10000, 10000000},
          .term = "sen");
