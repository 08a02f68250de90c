/* MDCR_EL2.TDA makes all of them exits. KVM keeps debug registers to itself until a guest
 * writes one, then lends them to it until the vCPU is next put aside: how many of the
 * operations exit depends on what ran before. */
#include <write-back.h>

TIMED_INSN_OF(run_read, control_read, , , "mrs x9, mdscr_el1", : : : "x9")
TIMED_WRITE_BACK_OF(run_write, control_write, mdscr_el1)
TIMED_WRITE_BACK_OF(run_address, control_address, dbgbvr0_el1)

VARIANT_OF(run_read, control_read, read, "-read",
           .summary = "Read the debug control register (MDSCR_EL1)", .path = PATH_HYPERVISOR,
           .exits = EXITS_VARY);
VARIANT_OF(run_write, control_write, write, "-write",
           .summary = "Write the debug control register with its value (MDSCR_EL1)",
           .path = PATH_HYPERVISOR, .exits = EXITS_VARY);
VARIANT_OF(run_address, control_address, address, "-breakpoint",
           .summary = "Write a breakpoint's address with its value (DBGBVR0_EL1)",
           .path = PATH_HYPERVISOR, .exits = EXITS_VARY);
