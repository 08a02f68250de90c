/* Holds interrupts, NMIs and SMIs off, as a hypervisor has to before VMRUN. Only the first of
 * a batch changes the flag, and STGI after the batch ends that. */
#include "svm-l2.h"

TIMED_SVM(run, control, "clgi", : : "a"(vmcb) : "memory")

static const char *init(void) { return l2_none(); }

BENCHMARK(.summary = "Clear the global interrupt flag (CLGI)", .path = PATH_NESTED, .exits = 1,
          .also = "kut: latency_svm_insn", .init = init, .cleanup = svm_stop);
