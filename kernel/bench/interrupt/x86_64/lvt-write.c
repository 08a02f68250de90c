/* Masks the error interrupt, which is masked: a write to a register that processors with APIC
 * virtualization pass on to the hypervisor like any other. */
#include <apic_timed.h>

TIMED_APIC_WRITE(APIC_ERROR, APIC_MASKED)

BENCHMARK(.summary = "Write an entry of the local APIC's vector table", .path = PATH_INTERRUPT,
          .exits = 1, .init = apic_needed);
