/* The counterpart of MOV to CR0. HCR_EL2.TVM makes it an exit. KVM sets that while the guest's
 * caches are off, to notice when they go on, and again after a flush by set and way (dc-cisw). */
#include <write-back.h>

TIMED_WRITE_BACK(sctlr_el1)

BENCHMARK(.summary = "Write the system control register with its value (SCTLR_EL1)",
          .path = PATH_PAGING);
