/* What VMRUN leaves alone: FS, GS, TR, LDTR and the MSRs of system calls. A hypervisor does it
 * before every VMRUN. The values are those that the processor has. */
#include "svm-l2.h"

TIMED_SVM(run, control, "vmload %%rax", : : "a"(vmcb) : "memory")

static const char *init(void) { return l2_none(); }

BENCHMARK(.summary = "Load the rest of a guest's state from its VMCB (VMLOAD)", .path = PATH_NESTED,
          .exits = 1, .also = "kut: latency_svm_insn", .init = init, .cleanup = svm_stop);
