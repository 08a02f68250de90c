/* The handler goes on behind the instruction. */
#include <process.h>

static const char *init(void)
{
    signal_skip(SIGTRAP, SKIP_BREAKPOINT);
    return NULL;
}

TIMED_INSN(TRAP_BREAKPOINT)

BENCHMARK(.summary = "Take a breakpoint and handle its signal (SIGTRAP)", .flags = QUICK,
          .init = init, .also = "VMbench: exception");
