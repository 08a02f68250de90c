/* The two instructions around every critical section, as PUSHF and POPF are on x86. */
#include <hyperbench.h>

TIMED_INSN("csrrci t0, sstatus, 2\n\tcsrw sstatus, t0", : : : "t0", "memory")

BENCHMARK(.summary = "Turn interrupts off and restore them (CSRRCI, CSRW sstatus)",
          .recommended = {10000, 10000000}, .term = "sen");
