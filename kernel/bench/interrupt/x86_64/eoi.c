/* With no interrupt in service: an exit for each interrupt that a guest takes, where neither
 * the processor nor the hypervisor's own protocol (KVM's PV EOI) saves it. */
#include <apic_timed.h>

TIMED_APIC_WRITE(APIC_EOI, 0)

BENCHMARK(.flags = QUICK, .summary = "Write the local APIC's end-of-interrupt register",
          .path = PATH_INTERRUPT, .exits = 1, .init = apic_needed);
