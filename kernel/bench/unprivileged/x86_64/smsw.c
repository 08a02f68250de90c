/* SMSW stores the low 16 bits of CR0; unprivileged, though it shows what MOV from CR0
 * hides. */
#include <hyperbench.h>

static uint16_t slot;

TIMED_INSN("smsw %0", : "=m"(slot))

BENCHMARK(.summary = "Store the low 16 bits of CR0 to memory (SMSW)",
          .recommended = {10000, 10000000}, .term = "sen");
