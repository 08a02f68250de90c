/* WBINVD writes all caches back and empties them: on a real machine a millisecond of standstill
 * for all CPUs that share them. KVM intercepts it and does nothing, unless the guest has a
 * device that does not snoop the caches. */
#include <hyperbench.h>

TIMED_INSN("wbinvd", : : : "memory")

BENCHMARK(.summary = "Write back and empty all caches (WBINVD)", .path = PATH_HYPERVISOR,
          .exits = 1, .also = "kut: wbinvd; ACRN: wbinvd", .flags = DANGEROUS_ON_METAL);
