/* The counterpart of SLDT: harmless to read, but hypervisors that choose which features a guest
 * sees trap the whole group with HCR_EL2.TID3 (Arm ARM, D19, "HCR_EL2"), as KVM always does.
 * CPUID's role on x86, too. */
#include <hyperbench.h>

TIMED_INSN("mrs x9, id_aa64pfr0_el1", : : : "x9")

BENCHMARK(.summary = "Read a feature identification register (ID_AA64PFR0_EL1)",
          .recommended = {10000, 10000000}, .term = "sen", .path = PATH_HYPERVISOR, .exits = 1);
