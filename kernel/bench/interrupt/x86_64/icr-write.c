/* The write and the hypervisor's search for the receiver, without a delivery. */
#include <apic_timed.h>
#include <counted.h>

/* The highest IDs that are not a broadcast; CPUs are numbered from below. */
enum { NOBODY_XAPIC = 0xfe, VECTOR = VECTORS_COUNTED };
#define NOBODY_X2APIC 0xfffffffeU

TIMED_APIC(("movl %0, %c1(%2)\n\tmovl %3, %c4(%2)", : : "r"(NOBODY_XAPIC << 24),
            "i"(APIC_COMMAND_HIGH), "r"(apic), "r"(VECTOR), "i"(APIC_COMMAND) : "memory"),
           ("wrmsr", : : "c"(APIC_MSR(APIC_COMMAND)), "a"(VECTOR), "d"(NOBODY_X2APIC) : "memory"))

BENCHMARK(.summary = "Write the interrupt command register, with a receiver that does not exist",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = apic_needed);
