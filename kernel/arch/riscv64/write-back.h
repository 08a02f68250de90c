/* What writes of CSRs share: each writes the value that it has found, so that nothing changes
 * but for the hypervisor that has to look. */
#ifndef WRITE_BACK_H
#define WRITE_BACK_H

#include <hyperbench.h>
#include <probe.h>

#define TIMED_WRITE_BACK_OF(run, control, csr)                    \
    TIMED_INSN_OF(run, control, uint64_t value = csr_read(csr), , \
                  "csrw " CSR_TEXT(csr) ", %0", : : "r"(value) : "memory")

#define TIMED_WRITE_BACK(csr) TIMED_WRITE_BACK_OF(run, control, csr)

#endif
