/* RDTSC's other half, and of the kind of x86's SMSW. hcounteren.CY decides whether it traps; a
 * hypervisor that keeps the counters to itself answers with an illegal-instruction exception,
 * and then nothing is measured. */
#include <hyperbench.h>
#include <probe.h>

static const char *init(void)
{
    return csr_readable(cycle) ? NULL : "the CSR cycle is withheld from this machine";
}

TIMED_INSN("csrr t0, cycle", : : : "t0")

BENCHMARK(.summary = "Read the cycle counter (CSR cycle)", .recommended = {10000, 10000000},
          .term = "sen", .path = PATH_HYPERVISOR, .exits = 1, .init = init);
