/* The same handler each time. */
#include <process.h>

static void handler(int signal) { (void)signal; }

TIMED_CALL(long unused = 0, , signal_handle(SIGUSR1, handler), unused)

BENCHMARK(.summary = "Install a signal handler (sigaction)", .flags = QUICK,
          .also = "VMbench: signal handler installed; lmbench: lat_sig install");
