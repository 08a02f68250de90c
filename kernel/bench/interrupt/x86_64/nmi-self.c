/* An NMI to the CPU itself, by the interrupt command register, until its handler of 2 instructions
 * has run. There is no EOI, but the hypervisor has to find out when the handler ends, for no
 * other NMI may come before: by the processor, or by an exit at IRET. Only the loop is
 * subtracted. */
#include "nmi.h"

TIMED_NMI(0)

BENCHMARK(.summary = "Send an NMI to oneself and wait for its handler", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = nmi_init, .cleanup = gates_reset);
