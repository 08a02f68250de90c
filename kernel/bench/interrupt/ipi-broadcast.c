/* As when a kernel has every CPU drop or read something. The receivers spin with interrupts
 * on. With more CPUs than the host has, some have to be scheduled first. The variants have so
 * many of the CPUs take part, the others halted: a curve by their number. */
#include <others.h>

static const char *init(void)
{
    others_spin();
    return NULL;
}

static void answer(void *unused) { (void)unused; }

TIMED_CALL(unsigned count = others(), , on_others(count, answer, NULL), count)

#define IPIS .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init, .cleanup = others_halt

BENCHMARK(.summary = "Send an IPI to all other CPUs, running, and wait for all answers", .cpus = 2,
          IPIS);
VARIANTS_BY_CPUS("Send an IPI to each and wait for the answers of", IPIS);
