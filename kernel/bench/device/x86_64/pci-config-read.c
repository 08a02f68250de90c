/* The first PCI device, by the two ports, an OUT of its address and an IN, and as a load from
 * the memory that ACPI's MCFG table names (ECAM). Xen and others answer for some devices; KVM
 * asks the monitor. */
#include <hyperbench.h>

#include "acpi.h"
#include "pci.h"

enum { MCFG_ADDRESS = 44 }; /* PCI Firmware 3.0, table 4-3 */

static uint64_t ecam;

static const char *init(void) { return pci_present() ? NULL : "no PCI bus answers"; }

static const char *init_ecam(void)
{
    uint64_t table = acpi_table("MCFG");
    if (!table)
        return "ACPI tells of no PCI configuration in memory";
    memcpy(&ecam, (const char *)table + MCFG_ADDRESS, sizeof ecam);
    return ecam < EARLY_MAPPED_END ? NULL : "the PCI configuration is above 4 GiB";
}

TIMED_INSN_WITH(
    uint64_t address = pci_address(0, PCI_ID), uint64_t value = address,
    "mov $0xcf8, %%edx\n\toutl %%eax, %%dx\n\tmov $0xcfc, %%edx\n\tinl %%dx, %%eax", : "+a"(value) : : "rdx")

TIMED_INSN_OF(run_ecam, control_ecam, uint64_t from = ecam, ,
              "movl (%0), %%eax", : : "r"(from) : "rax", "memory")

BENCHMARK(.summary = "Read a PCI device's identity by ports (0xcf8 and 0xcfc)",
          .path = PATH_MONITOR, .exits = 2, .init = init);
VARIANT_OF(run_ecam, control_ecam, in_memory, "-ecam",
           .summary = "Read a PCI device's identity from memory (ECAM)", .path = PATH_MONITOR,
           .exits = 1, .init = init_ecam);
