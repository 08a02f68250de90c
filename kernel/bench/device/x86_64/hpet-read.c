/* Loads 32 bits: MMIO that the monitor answers with its clock, and Xen by itself. */
#include <hyperbench.h>

#include "acpi.h"

enum { TABLE_ADDRESS = 44, MAIN_COUNTER = 0xf0 }; /* IA-PC HPET 1.0a, 3.2.4 and 2.3.7 */

static uint64_t counter;

static const char *init(void)
{
    uint64_t table = acpi_table("HPET"), address;
    if (!table)
        return "ACPI tells of no HPET";
    memcpy(&address, (const char *)table + TABLE_ADDRESS, sizeof address);
    if (address >= EARLY_MAPPED_END)
        return "the HPET is above 4 GiB";
    counter = address + MAIN_COUNTER;
    return NULL;
}

TIMED_INSN_WITH(uint64_t from = counter, , "movl (%0), %%eax", : : "r"(from) : "rax", "memory")

BENCHMARK(.summary = "Read the main counter of the HPET", .path = PATH_MONITOR, .exits = 1,
          .init = init);
