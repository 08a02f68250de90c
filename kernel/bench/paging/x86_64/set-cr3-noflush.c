/* MOV to CR3 with the value it has and bit 63, which keeps the TLB's entries of the context: how a
 * kernel switches between processes that it has given numbers. Under shadow paging it exits, and
 * the hypervisor looks for the shadow that belongs to the root. */
#include "pcid.h"

TIMED_INSN_WITH(uint64_t root = read_cr3() | 1ULL << 63, , "mov %0, %%cr3",
                :
                : "r"(root)
                : "memory")

BENCHMARK(.summary = "Load the page-table root and keep the TLB (MOV to CR3 with PCIDs)",
          .path = PATH_PAGING, .init = pcid_open, .cleanup = pcid_close);
