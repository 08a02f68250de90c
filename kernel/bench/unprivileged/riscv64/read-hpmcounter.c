/* KVM keeps it from guests (hcounteren) and answers from a perf event of the host, if the guest
 * has asked the SBI for one. */
#include <hyperbench.h>
#include <probe.h>

static const char *init(void)
{
    return csr_readable(hpmcounter3) ? NULL : "the CSR hpmcounter3 is withheld from this machine";
}

TIMED_INSN("csrr t0, hpmcounter3", : : : "t0")

BENCHMARK(.summary = "Read an event counter (CSR hpmcounter3)", .path = PATH_HYPERVISOR, .exits = 1,
          .init = init);
