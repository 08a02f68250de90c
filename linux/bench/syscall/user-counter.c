/* Without the barriers that timing needs (RDTSC on x86, CNTVCT_EL0 on Arm, the CSR time on
 * RISC-V): an exit where the hypervisor or the firmware has to answer. */
#include <process.h>

TIMED_INSN_WITH(, uint64_t now, COUNTER_READ(now))

BENCHMARK(.summary = "Read the CPU's counter in a process", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY);
