/* Like `cycle`, it may be withheld (hcounteren.IR), and then a hypervisor answers, or nobody. */
#include <hyperbench.h>
#include <probe.h>

static const char *init(void)
{
    return csr_readable(instret) ? NULL : "the CSR instret is withheld from this machine";
}

TIMED_INSN("csrr t0, instret", : : : "t0")

BENCHMARK(.summary = "Read the counter of instructions (CSR instret)", .path = PATH_HYPERVISOR,
          .exits = 1, .init = init);
