/* Where the H extension is emulated for a guest hypervisor, each is an exit to the hypervisor
 * below, which drops shadow tables. */
#include "hypervisor-csr.h"

/* With all addresses and all guests: assemblers know the names only with the extension. */
TIMED_INSN_OF(run_gvma, control_gvma, , , ".word 0x62000073", : : : "memory")
TIMED_INSN_OF(run_vvma, control_vvma, , , ".word 0x22000073", : : : "memory")

VARIANT_OF(run_gvma, control_gvma, gvma, "-gvma",
           .summary = "Flush guests' second-stage translations (HFENCE.GVMA)", .path = PATH_NESTED,
           .exits = 1, .init = hypervisor_init, .cleanup = hypervisor_cleanup);
VARIANT_OF(run_vvma, control_vvma, vvma, "-vvma",
           .summary = "Flush the guest's own translations (HFENCE.VVMA)", .path = PATH_NESTED,
           .exits = 1, .init = hypervisor_init, .cleanup = hypervisor_cleanup);
