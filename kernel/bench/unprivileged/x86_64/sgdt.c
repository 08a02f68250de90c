/* SGDT stores GDTR; unprivileged, and so invisible to a hypervisor that only traps. */
#include <hyperbench.h>

static uint8_t slot[10];

TIMED_INSN(sgdt, , , "sgdt %0", : "=m"(slot))

BENCHMARK(sgdt, .name = "sgdt", .category = "unprivileged",
          .summary = "Store the GDT register to memory (SGDT)", .recommended = {10000, 10000000},
          .architectures = X86_64, .run = sgdt_run, .control = sgdt_control);
