/* No MWAIT follows: hypervisors end the watch at will. Few let a guest see MONITOR, since one
 * that waits keeps the CPU. */
#include <hyperbench.h>

#include "x86.h"

static uint8_t line[64] __attribute__((aligned(64)));

static const char *init(void) { return cpuid(1, 0).ecx & 1 << 3 ? NULL : "the CPU has no MONITOR"; }

TIMED_INSN_WITH(uint64_t hints = operand;
                uint8_t *watched = line, , "monitor", : : "a"(watched), "c"(hints), "d"(hints))

BENCHMARK(.summary = "Watch a line of memory (MONITOR)", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY, .init = init);
