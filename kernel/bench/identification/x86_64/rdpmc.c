/* Where the hypervisor shares the counters with the guest it exits, and KVM asks the host's
 * event that stands behind the guest's counter. */
#include <hyperbench.h>

#include "probe.h"

static void attempt(uint64_t counter) { asm volatile("rdpmc" : : "c"(counter) : "rax", "rdx"); }

static const char *init(void) { return probe_reason("RDPMC of counter 0", attempt, 0); }

TIMED_INSN_WITH(uint64_t counter = operand, , "rdpmc", : : "c"(counter) : "rax", "rdx")

BENCHMARK(.summary = "Read the first performance counter (RDPMC)", .path = PATH_HYPERVISOR,
          .exits = 1, .also = "ACRN: rdpmc", .init = init);
