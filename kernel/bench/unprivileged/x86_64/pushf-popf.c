/* PUSHF and POPF alternate on the current stack. POPF is the classic instruction that
 * behaves differently by privilege without trapping. */
#include <hyperbench.h>

TIMED_INSN("pushfq\n\tpopfq", : : : "cc", "memory")

BENCHMARK(.summary = "Push the flags and pop them again (PUSHF, POPF)",
          .recommended = {10000, 10000000}, .term = "sen");
