/* An IPI to each of the other CPUs, which are running (spinning with interrupts on), until all
 * have answered: what a kernel does to have every CPU drop or read something. With more CPUs than
 * the host has, some have to be scheduled first. */
#include <hyperbench.h>

static const char *init(void)
{
    others_set_idle(IDLE_SPIN);
    return NULL;
}

static void cleanup(void) { others_set_idle(IDLE_HALT); }

static void answer(void *unused) { (void)unused; }

TIMED_CALL(void *nothing = NULL, , on_others(answer, nothing), nothing)

BENCHMARK(.summary = "Send an IPI to all other CPUs, running, and wait for all answers",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .cpus = 2, .init = init, .cleanup = cleanup);
