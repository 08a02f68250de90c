/* Tests of what the kernel makes of PSCI's node and of hypervisors' identities, with trees and
 * answers written here. Runs on the host. */
#include "../../arch/aarch64/hypervisor.c"
#include "../../arch/aarch64/psci.c"
#include "../check.h"

enum { NODE = 8 };

/* The names of PSCI's node, as its tree lists them, and the number that it has for CPU_ON. */
static const char *const *names;
static uint32_t number;

/* Whose identity is answered, by which call; the last call that was made. */
static uint32_t answering, called;
static uint32_t identity[4];

struct machine_info machine;

bool fdt_is_compatible(fdt_node node, const char *name)
{
    for (unsigned i = 0; node == NODE && names[i]; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

fdt_node fdt_compatible(const char *name)
{
    return fdt_is_compatible(NODE, name) ? NODE : FDT_NONE;
}
fdt_node fdt_path(const char *path) { return path[0] == '/' ? FDT_NONE : NODE; }
fdt_node fdt_root(void) { return FDT_NONE; }

const char *fdt_string(fdt_node node, const char *name)
{
    return node == NODE && !strcmp(name, "method") ? "hvc" : NULL;
}

bool fdt_cell(fdt_node node, const char *name, unsigned index, uint32_t *value)
{
    if (node != NODE || strcmp(name, "cpu_on") || index)
        return false;
    *value = number;
    return true;
}

bool cpu_is_emulated(void) { return true; }

void smccc_hvc(struct smccc *call)
{
    called = (uint32_t)call->word[0];
    for (unsigned i = 0; i < 4; i++)
        call->word[i] = called == answering ? identity[i] : SMCCC_NOT_SUPPORTED;
}

void smccc_smc(struct smccc *call) { call->word[0] = SMCCC_NOT_SUPPORTED; }

static uint32_t start_of_a_cpu_calls(const char *const *compatible)
{
    names = compatible;
    cpu_on = PSCI_CPU_ON;
    psci_init();
    psci_cpu_on(1, 0, 0);
    return called;
}

static void test_the_number_of_cpu_on(void)
{
    static const char *const old[] = {"arm,psci", NULL};
    static const char *const later[] = {"arm,psci-0.2", NULL};
    static const char *const xen[] = {"arm,psci-1.0", "arm,psci-0.2", "arm,psci", NULL};
    number = 0x95c1ba60;
    CHECK(start_of_a_cpu_calls(old) == number);
    CHECK(start_of_a_cpu_calls(later) == PSCI_CPU_ON);
    CHECK(start_of_a_cpu_calls(xen) == PSCI_CPU_ON);
}

static const char *found(uint32_t call, const uint32_t *uid)
{
    answering = call;
    memcpy(identity, uid, sizeof identity);
    hypervisor_detect();
    return machine.hypervisor;
}

static void test_identities(void)
{
    static const uint32_t other[4] = {1, 2, 3, 4};
    CHECK(!strcmp(found(VENDOR_CALL_UID, known[0].word), "kvm"));
    CHECK(!strcmp(found(STANDARD_CALL_UID, known[1].word), "xen"));
    CHECK(!strcmp(machine.hypervisor_signature, "dc1218a7-694398c6-d179cf9a-67e6de8d"));
    CHECK(!strcmp(found(STANDARD_CALL_UID, other), "unknown"));
    CHECK(!strcmp(found(0, other), "tcg"));
}

int main(void)
{
    test_the_number_of_cpu_on();
    test_identities();
    printf("firmware and hypervisors: %u checks passed\n", checks);
    return 0;
}
