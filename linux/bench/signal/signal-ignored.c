/* Linux drops it when it is sent. */
#include <process.h>

static const char *init(void)
{
    signal_ignore(SIGUSR1);
    return NULL;
}

TIMED_CALL(long self = process_id(), , DO(kill, self, SIGUSR1), self)

BENCHMARK(.summary = "Send the own process a signal that it ignores", .flags = QUICK, .init = init,
          .also = "VMbench: signal ignored");
