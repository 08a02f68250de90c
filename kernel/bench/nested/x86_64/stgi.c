/* Lets interrupts, NMIs and SMIs in again after an exit from a guest. They are let in already;
 * the instruction is timed, or its exit. */
#include "svm-l2.h"

TIMED_SVM(run, control, "stgi", : : "a"(vmcb) : "memory")

static const char *init(void) { return l2_none(); }

BENCHMARK(.summary = "Set the global interrupt flag (STGI)", .path = PATH_NESTED, .exits = 1,
          .also = "kut: latency_svm_insn", .init = init, .cleanup = svm_stop);
