/* By the interrupt command register; the handler has 2 instructions. There is no EOI, but no
 * other NMI may come before it ends, which the processor knows, or an exit at IRET tells. Only
 * the loop is subtracted. */
#include "nmi.h"

TIMED_NMI(0)

BENCHMARK(.summary = "Send an NMI to oneself and wait for its handler", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = nmi_init, .cleanup = gates_reset);
