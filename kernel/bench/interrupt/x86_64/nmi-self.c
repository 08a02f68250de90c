/* An NMI to the CPU itself, by the interrupt command register, until its handler of 2
 * instructions has run. There is no EOI, but no other NMI may come before the handler ends,
 * which the processor knows, or an exit at IRET tells. Only the loop is subtracted. */
#include "nmi.h"

TIMED_NMI(0)

BENCHMARK(.summary = "Send an NMI to oneself and wait for its handler", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = nmi_init, .cleanup = gates_reset);
