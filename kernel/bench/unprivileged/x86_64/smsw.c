/* SMSW stores the low 16 bits of CR0; unprivileged, though it shows what MOV from CR0
 * hides. */
#include <hyperbench.h>

static uint16_t slot;

TIMED_INSN(smsw, , , "smsw %0", : "=m"(slot))

BENCHMARK(smsw, .name = "smsw", .category = "unprivileged",
          .summary = "Store the low 16 bits of CR0 to memory (SMSW)",
          .recommended = {10000, 10000000}, .architectures = X86_64, .run = smsw_run,
          .control = smsw_control);
