#include "psci.h"

#include <fdt.h>
#include <lib.h>

#include "smccc.h"

enum { SUCCESS = 0, AFFINITY_OFF = 1 };

/* Function numbers from PSCI 0.2 on; CPU_ON with 64-bit arguments. */
#define PSCI_CPU_OFF 0x84000002
#define PSCI_AFFINITY_INFO 0xc4000004
#define PSCI_SYSTEM_OFF 0x84000008
#define PSCI_CPU_ON 0xc4000003

static smccc_call_t *conduit;
static uint32_t cpu_on = PSCI_CPU_ON;

void psci_init(void)
{
    static const char *const versions[] = {"arm,psci-1.0", "arm,psci-0.2", "arm,psci"};
    fdt_node node = FDT_NONE;
    for (unsigned i = 0; node == FDT_NONE && i < sizeof versions / sizeof *versions; i++)
        node = fdt_compatible(versions[i]);
    const char *method = fdt_string(node, "method");
    if (!method)
        return;
    conduit = strcmp(method, "hvc") ? smccc_smc : smccc_hvc;
    /* PSCI 0.1 left the numbers to the firmware. Trees for guests that know no other name them
     * beside later versions, whose number it is not (Xen's do). */
    if (fdt_is_compatible(node, "arm,psci") && !fdt_is_compatible(node, "arm,psci-0.2") &&
        !fdt_is_compatible(node, "arm,psci-1.0"))
        fdt_cell(node, "cpu_on", 0, &cpu_on);
}

bool psci_uses_hvc(void) { return conduit == smccc_hvc; }
smccc_call_t *psci_conduit(void) { return conduit; }

bool psci_cpu_on(uint64_t id, uint64_t entry, uint64_t argument)
{
    struct smccc call = {{cpu_on, id, entry, argument}};
    if (!conduit)
        return false;
    conduit(&call);
    return (uint32_t)call.word[0] == SUCCESS;
}

void psci_cpu_off(void)
{
    struct smccc call = {{PSCI_CPU_OFF}};
    if (conduit)
        conduit(&call);
}

bool psci_cpu_is_off(uint64_t id)
{
    struct smccc call = {{PSCI_AFFINITY_INFO, id}};
    if (!conduit)
        return false;
    conduit(&call);
    return call.word[0] == AFFINITY_OFF;
}

void psci_system_off(void)
{
    struct smccc call = {{PSCI_SYSTEM_OFF}};
    if (conduit)
        conduit(&call);
}
