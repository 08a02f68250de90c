/* With the value it has, 0, by memory or MSR; MOV to CR8 reaches the same register without
 * either. Processors with a TPR shadow take the write by memory without an exit, if the
 * hypervisor lets them. */
#include <apic_timed.h>

TIMED_APIC_WRITE(APIC_TASK_PRIORITY, 0)

BENCHMARK(.summary = "Write the local APIC's task-priority register", .path = PATH_INTERRUPT,
          .exits = 1, .init = apic_needed);
