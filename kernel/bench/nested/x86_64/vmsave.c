/* VMSAVE saves what the exit from a guest does not. A hypervisor does it after every exit. */
#include "svm-l2.h"

TIMED_SVM(run, control, "vmsave %%rax", : : "a"(vmcb) : "memory")

static const char *init(void) { return l2_none(); }

BENCHMARK(.summary = "Save the rest of a guest's state to its VMCB (VMSAVE)", .path = PATH_NESTED,
          .exits = 1, .also = "kut: latency_svm_insn", .init = init, .cleanup = svm_stop);
