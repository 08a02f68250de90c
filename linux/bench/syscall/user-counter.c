/* One read of the counter as programs do it, without the barriers that timing needs (RDTSC on x86,
 * CNTVCT_EL0 on Arm, the CSR time on RISC-V): each is an exit where the hypervisor, or the
 * firmware, has to answer it. */
#include <process.h>

TIMED_INSN_WITH(, uint64_t now, COUNTER_READ(now))

BENCHMARK(.summary = "Read the CPU's counter in a process", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY);
