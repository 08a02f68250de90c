/* SLDT stores the selector of the local descriptor table; unprivileged. */
#include <hyperbench.h>

static uint16_t slot;

TIMED_INSN(sldt, , , "sldt %0", : "=m"(slot))

BENCHMARK(sldt, .name = "sldt", .category = "unprivileged",
          .summary = "Store the LDT selector to memory (SLDT)", .recommended = {10000, 10000000},
          .architectures = X86_64, .run = sldt_run, .control = sldt_control);
