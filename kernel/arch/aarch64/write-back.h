/* What writes of system registers share: each writes the value that it has found, so that
 * nothing changes but for the hypervisor that has to look. */
#ifndef WRITE_BACK_H
#define WRITE_BACK_H

#include <hyperbench.h>
#include <probe.h>
#include <sysreg.h>

#define TIMED_WRITE_BACK_OF(run, control, name)                       \
    TIMED_INSN_OF(run, control, uint64_t value = read_sysreg(name), , \
                  "msr " #name ", %0", : : "r"(value))

#define TIMED_WRITE_BACK(name) TIMED_WRITE_BACK_OF(run, control, name)

#endif
