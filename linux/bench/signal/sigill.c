/* One that no CPU has; the handler goes on behind it. Hypervisors may look at the exception
 * first, as at undefined-instruction's. */
#include <process.h>

static const char *init(void)
{
    signal_skip(SIGILL, SKIP_UNDEFINED);
    return NULL;
}

TIMED_INSN(TRAP_UNDEFINED)

BENCHMARK(.summary = "Execute an undefined instruction and handle its signal (SIGILL)",
          .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .init = init);
