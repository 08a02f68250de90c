/* Nobody takes it, or the other does and offers it back at once, which makes two switches. */
#include <process.h>

static void yield(void) { CALL(sched_yield); }

static const char *init_pair(void)
{
    partner_start(yield, 0);
    return NULL;
}

TIMED_CALL(long unused = 0, , DO(sched_yield), unused)

BENCHMARK(.summary = "Offer the CPU to others, when there are none (sched_yield)", .flags = QUICK,
          .event = "sched_clock");
VARIANT(pair, "-2p", .summary = "Offer the CPU to another process, which offers it back",
        .flags = QUICK, .init = init_pair, .also = "VMI: thread switch");
