/* The handler has 2 instructions: how Linux has all CPUs say where they are. The receiver,
 * which spins, is made to exit, whatever it does. Only the loop is subtracted. */
#include "../../exception/ipi.h"
#include "nmi.h"

TIMED_NMI(RECEIVER)

static const char *init(void)
{
    set_receiver_idle(IDLE_SPIN);
    return nmi_init();
}

static void cleanup(void)
{
    gates_reset();
    set_receiver_idle(IDLE_HALT);
}

BENCHMARK(.summary = "Send an NMI to a running CPU and wait for its handler",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .cpus = 2, .init = init, .cleanup = cleanup);
