/* RDTSCP reads the time stamp counter and the number of the CPU that the system has stored in an
 * MSR: without an exit where the hypervisor lets the counter be read, as all do but for debugging
 * and for guests that have been moved to a processor of another frequency. */
#include <hyperbench.h>

#include "probe.h"

static void attempt(uint64_t argument)
{
    (void)argument;
    asm volatile("rdtscp" : : : "rax", "rcx", "rdx");
}

static const char *init(void) { return probe_reason("RDTSCP", attempt, 0); }

TIMED_INSN("rdtscp", : : : "rax", "rcx", "rdx")

BENCHMARK(.summary = "Read the time stamp counter and the CPU's number (RDTSCP)",
          .path = PATH_DIRECT, .init = init);
