/* A switch of the page-table root, as Set CR3 is on x86, but without its flush of the TLB (see
 * sfence-vma). hstatus.VTVM makes it trap; a hypervisor with shadow page tables needs that. */
#include <write-back.h>

TIMED_WRITE_BACK(satp)

BENCHMARK(.summary = "Load the page-table root with its current value (CSR satp)",
          .recommended = {10000, 10000000}, .term = "switch", .path = PATH_PAGING,
          .event = "root_switch");
