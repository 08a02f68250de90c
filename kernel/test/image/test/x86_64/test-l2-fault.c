/* Test image only: an L2 that leaves its hypervisor, this kernel, in a way that it did not ask for:
 * by an instruction that no CPU knows, and by its shutdown after an exception without a table to
 * find a handler in. Both must end as faults, the second after the first; an L2 that spins for ever
 * ends by the guest's own clock. */
#include "../../../../bench/nested/x86_64/svm-l2.h"

asm("l2_unknown: ud2\n"
    "l2_spin: jmp l2_spin\n");
extern const uint8_t l2_unknown[], l2_spin[];

TIMED_VMRUN(run, control)

static const char *init(void) { return svm_start(l2_unknown, SVM_EXIT_VMMCALL); }

/* No intercept of exceptions, and no table of handlers. */
static const char *init_shutdown(void)
{
    const char *reason = init();
    if (!reason)
        svm_vmcb->intercept_exceptions = 0;
    return reason;
}

static const char *init_spin(void) { return svm_start(l2_spin, SVM_EXIT_VMMCALL); }

BENCHMARK(.summary = "Raise an invalid-opcode exception in L2", .init = init, .cleanup = svm_stop);

VARIANT(shutdown, "-shutdown", .summary = "Shut L2 down by a triple fault", .init = init_shutdown,
        .cleanup = svm_stop);

VARIANT(spin, "-spin", .summary = "Spin for ever in L2", .init = init_spin, .cleanup = svm_stop);
