/* Another CPU, until it is idle as before, by firmware's calls (PSCI, SBI): one there after an
 * IPI that turns it off, one that asks until that is done, and one that turns it on. The start
 * of this kernel on it is in the figure: page tables, interrupts. A hypervisor stops a vCPU's
 * thread, resets the vCPU, and wakes the thread. A CPU that stays away is lost for what runs
 * after. */
#include "../cpu-off-on.h"

BENCHMARK(.summary = "Turn a CPU off and on again", .path = PATH_FIRMWARE, .exits = EXITS_VARY,
          .cpus = 2, .flags = EXTRA | DANGEROUS_ON_METAL, .init = init);
