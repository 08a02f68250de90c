/* Turns another CPU off and on again, until it is idle as before: the SBI's hart_stop, called
 * there after an IPI, hart_get_status until that is done, and hart_start. The start of this
 * kernel on that CPU is in the figure: page tables, interrupts. A hypervisor stops a vCPU's
 * thread, resets the vCPU, and wakes the thread. A CPU that stays away is lost for what runs
 * after. */
#include "../cpu-off-on.h"

BENCHMARK(.summary = "Turn a CPU off and on again", .path = PATH_FIRMWARE, .exits = EXITS_VARY,
          .cpus = 2, .flags = EXTRA | DANGEROUS_ON_METAL, .init = init);
