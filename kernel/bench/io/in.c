/* Polling: the notification from host to guest. */
#include <hyperbench.h>

TIMED_INSN_WITH(uint64_t status = uart().status, , UART_READ(status))

BENCHMARK(.summary = "Read a status register of the serial port", .recommended = {1000, 10000000},
          .term = "in", .path = PATH_MONITOR, .exits = 1, .needs = NEEDS_UART, .event = "io_in");
