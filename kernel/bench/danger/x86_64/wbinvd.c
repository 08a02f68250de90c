/* On a real machine a millisecond of standstill for all CPUs that share the caches. KVM
 * intercepts it and does nothing, unless the guest has a device that does not snoop them. */
#include <hyperbench.h>

TIMED_INSN("wbinvd", : : : "memory")

BENCHMARK(.summary = "Write back and empty all caches (WBINVD)", .path = PATH_HYPERVISOR,
          .exits = 1, .also = "kut: wbinvd; ACRN: wbinvd", .flags = DANGEROUS_ON_METAL);
