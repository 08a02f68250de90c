/* Writes `satp` with the value it has: a switch of the page-table root, as Set CR3 is on
 * x86, but without that one's flush of the TLB: for that see sfence-vma. hstatus.VTVM makes
 * it trap; a hypervisor with shadow page tables needs that. */
#include <write-back.h>

TIMED_WRITE_BACK(satp)

BENCHMARK(.summary = "Load the page-table root with its current value (CSR satp)",
          .recommended = {10000, 10000000}, .path = PATH_PAGING);
