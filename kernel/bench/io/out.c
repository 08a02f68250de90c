/* Ready or not: the notification from guest to host. The characters show up on the console;
 * readers of records skip them. */
#include <hyperbench.h>

TIMED_INSN_WITH(uint64_t data = uart().data, , UART_WRITE(data, '.'))

/* The end of the record before is not to be overrun. */
static void prepare(uint64_t n)
{
    (void)n;
    console_drain();
}

BENCHMARK(.summary = "Write one character to the serial port", .recommended = {1000, 10000000},
          .term = "out", .path = PATH_MONITOR, .exits = 1, .needs = NEEDS_UART, .event = "io_out",
          .prepare = prepare);
