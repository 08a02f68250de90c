/* Linux calls the handler and is called to return from it. */
#include <process.h>

static void handler(int signal) { (void)signal; }

static const char *init(void)
{
    signal_handle(SIGUSR1, handler);
    return NULL;
}

TIMED_CALL(long self = process_id(), , DO(kill, self, SIGUSR1), self)

BENCHMARK(.summary = "Send the own process a signal that it handles", .flags = QUICK, .init = init,
          .also = "VMbench: signal handled; lmbench: lat_sig catch");
