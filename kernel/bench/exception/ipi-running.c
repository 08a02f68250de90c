/* The CPU spins with interrupts on: no wake-up is in it. */
#include "ipi.h"

static const char *init(void)
{
    set_receiver_idle(IDLE_SPIN);
    return NULL;
}

static void cleanup(void) { set_receiver_idle(IDLE_HALT); }

TIMED_CALL(uint64_t receiver = RECEIVER, , call_and_wait(), receiver)

BENCHMARK(.summary = "Send an IPI to a running CPU and wait for its answer",
          .recommended = {1, 1000}, .term = "ext", .path = PATH_INTERRUPT, .exits = EXITS_VARY,
          .also = "kut: ipi", .cpus = 2, .init = init, .cleanup = cleanup);
