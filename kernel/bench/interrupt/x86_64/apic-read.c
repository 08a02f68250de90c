/* A value that never changes, and an exit all the same where the hypervisor emulates the APIC.
 * The xAPIC costs more, for the instruction has to be found and decoded. */
#include <apic_timed.h>

TIMED_APIC_READ(run, control, APIC_ID)

BENCHMARK(.summary = "Read the local APIC's ID register", .path = PATH_INTERRUPT, .exits = 1,
          .init = apic_needed);
