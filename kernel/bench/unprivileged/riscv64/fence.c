/* FENCE.I is for this hart alone. Neither traps; translators of instructions end their blocks
 * at the second, and some drop what they have translated. */
#include <hyperbench.h>

TIMED_INSN_OF(run_memory, control_memory, , , "fence rw, rw", : : : "memory")
TIMED_INSN_OF(run_code, control_code, , , "fence.i", : : : "memory")

VARIANT_OF(run_memory, control_memory, memory, "-memory",
           .summary = "Order all memory accesses (FENCE)");
VARIANT_OF(run_code, control_code, code, "-i",
           .summary = "Order stores of code before its fetch (FENCE.I)");
