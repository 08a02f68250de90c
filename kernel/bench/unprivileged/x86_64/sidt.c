/* Unprivileged, and so invisible to a hypervisor that only traps. */
#include <hyperbench.h>

static uint8_t slot[10];

TIMED_INSN("sidt %0", : "=m"(slot))

BENCHMARK(.summary = "Store the IDT register to memory (SIDT)", .recommended = {10000, 10000000},
          .term = "sen");
