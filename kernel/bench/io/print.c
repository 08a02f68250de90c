/* By string I/O (REP OUTSB on x86). */
#include <hyperbench.h>

static const char text[] = "HyperBench print benchmark\n";

TIMED_CALL(uint64_t data = uart().data, , uart_write_string(data, text, sizeof text - 1), data)

/* The end of the record before is not to be overrun. */
static void prepare(uint64_t n)
{
    (void)n;
    console_drain();
}

BENCHMARK(.summary = "Write a string of 27 characters to the serial port",
          .recommended = {10, 1000}, .path = PATH_MONITOR, .exits = EXITS_VARY, .needs = NEEDS_UART,
          .prepare = prepare);
