/* PUSHF and POPF alternate on the current stack. POPF is the classic instruction that
 * behaves differently by privilege without trapping. */
#include <hyperbench.h>

TIMED_INSN(pushf_popf, , , "pushfq\n\tpopfq", : : : "cc", "memory")

BENCHMARK(pushf_popf, .name = "pushf-popf", .category = "unprivileged",
          .summary = "Push the flags and pop them again (PUSHF, POPF)",
          .recommended = {10000, 10000000}, .architectures = X86_64, .run = pushf_popf_run,
          .control = pushf_popf_control);
