/* MONITOR has the processor watch a line of memory for an MWAIT, which does not follow: it would
 * wait for another CPU or an interrupt, and hypervisors end it at will. KVM intercepts MONITOR
 * unless the guest may keep the CPU while it waits, and does nothing but go on behind it. */
#include <hyperbench.h>

#include "probe.h"

static uint8_t line[64] __attribute__((aligned(64)));

static void attempt(uint64_t hints)
{
    asm volatile("monitor" : : "a"(line), "c"(hints), "d"(hints));
}

static const char *init(void) { return probe_reason("MONITOR", attempt, 0); }

TIMED_INSN_WITH(uint64_t hints = operand; uint8_t *watched = line, , "monitor",
                :
                : "a"(watched), "c"(hints), "d"(hints))

BENCHMARK(.summary = "Watch a line of memory (MONITOR)", .path = PATH_HYPERVISOR, .exits = 1,
          .init = init);
