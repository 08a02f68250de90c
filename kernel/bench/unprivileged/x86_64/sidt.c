/* SIDT stores IDTR; unprivileged, and so invisible to a hypervisor that only traps. */
#include <hyperbench.h>

static uint8_t slot[10];

TIMED_INSN(sidt, , , "sidt %0", : "=m"(slot))

BENCHMARK(sidt, .name = "sidt", .category = "unprivileged",
          .summary = "Store the IDT register to memory (SIDT)", .recommended = {10000, 10000000},
          .architectures = X86_64, .run = sidt_run, .control = sidt_control);
