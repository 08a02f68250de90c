/* The counterpart of MOV to CR3: a switch of the page-table root, though here the TLB is left
 * alone (that is tlbi's part). Free under two-stage translation, an exit where HCR_EL2.TVM is
 * set, as under shadow paging. */
#include <write-back.h>

TIMED_WRITE_BACK(ttbr0_el1)

BENCHMARK(.summary = "Write the page-table root with its current value (TTBR0_EL1)",
          .recommended = {10000, 10000000}, .term = "switch", .path = PATH_PAGING,
          .event = "root_switch");
