/* With the value it has and bit 63, which keeps the context's TLB entries, as between
 * processes that a kernel has numbered. Under shadow paging it exits, and the hypervisor looks
 * for the root's shadow. */
#include "pcid.h"

TIMED_INSN_WITH(uint64_t root = read_cr3() | 1ULL << 63, ,
                "mov %0, %%cr3", : : "r"(root) : "memory")

BENCHMARK(.summary = "Load the page-table root and keep the TLB (MOV to CR3 with PCIDs)",
          .path = PATH_PAGING, .init = pcid_open, .cleanup = pcid_close);
