/* By its ASID. A hypervisor below has to look for what it has combined from the tables of
 * both. */
#include "svm-l2.h"

TIMED_SVM(run, control, "invlpga %%rax, %%ecx", : : "a"(vmcb), "c"(SVM_ASID) : "memory")

static const char *init(void) { return l2_none(); }

BENCHMARK(.summary = "Flush one address of an L2 from the TLB (INVLPGA)", .path = PATH_NESTED,
          .exits = 1, .init = init, .cleanup = svm_stop);
