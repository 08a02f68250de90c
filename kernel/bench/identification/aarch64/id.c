/* A hypervisor traps them by groups (Arm ARM, D19, "HCR_EL2"); TID4 has the caches' registers
 * too. KVM traps TID3 always, and CCSIDR_EL1 to show all CPUs alike; REVIDR_EL1 is the
 * processor's own to older ones. MPIDR_EL1 is like MIDR_EL1: EL1 reads VMPIDR_EL2, without an
 * exit. */
#include <hyperbench.h>
#include <sysreg.h>

#define READ(name) TIMED_INSN_OF(run_##name, control_##name, , , "mrs x9, " #name, : : : "x9")

READ(revidr_el1)
READ(ccsidr_el1)
READ(ctr_el0)
READ(id_aa64mmfr0_el1)
READ(mpidr_el1)

/* The first level's cache for data, which all have. */
static const char *select_cache(void)
{
    write_sysreg(csselr_el1, 0);
    isb();
    return NULL;
}

VARIANT_OF(run_revidr_el1, control_revidr_el1, revidr, "-revidr",
           .summary = "Read the CPU's revision (REVIDR_EL1, group TID1)", .path = PATH_HYPERVISOR,
           .exits = EXITS_VARY);
VARIANT_OF(run_ccsidr_el1, control_ccsidr_el1, ccsidr, "-ccsidr",
           .summary = "Read a cache's size (CCSIDR_EL1, group TID2)", .path = PATH_HYPERVISOR,
           .exits = EXITS_VARY, .init = select_cache);
VARIANT_OF(run_ctr_el0, control_ctr_el0, ctr, "-ctr",
           .summary = "Read the caches' line sizes (CTR_EL0, group TID2)", .exits = EXITS_VARY);
VARIANT_OF(run_id_aa64mmfr0_el1, control_id_aa64mmfr0_el1, mmfr0, "-mmfr0",
           .summary = "Read the memory model's features (ID_AA64MMFR0_EL1, group TID3)",
           .path = PATH_HYPERVISOR, .exits = 1);
VARIANT_OF(run_mpidr_el1, control_mpidr_el1, mpidr, "-mpidr",
           .summary = "Read the CPU's own number (MPIDR_EL1)");
