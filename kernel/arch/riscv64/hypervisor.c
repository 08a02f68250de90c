#include "hypervisor.h"

#include <fdt.h>
#include <lib.h>
#include <posih.h>

#include "sbi.h"

/* SBI chapter 4, "SBI Implementation IDs". Those without a hypervisor's name are firmware in
 * machine mode. */
static const struct {
    const char *signature, *hypervisor;
} implementations[] = {
    {"BBL", NULL},       {"OpenSBI", NULL},    {"Xvisor", "xvisor"}, {"KVM", "kvm"},
    {"RustSBI", NULL},   {"Diosix", "diosix"}, {"Coffer", NULL},     {"Xen", "xen"},
    {"PolarFire", NULL}, {"coreboot", NULL},   {"oreboot", NULL},    {"bhyve", "bhyve"},
};

/* Firmware in machine mode says nothing of what it runs on. When the machine is QEMU's own,
 * though, its machine mode can only be emulated: KVM's guests have KVM as their SBI. */
static const char *below_firmware(void)
{
    return fdt_is_compatible(fdt_root(), "riscv-virtio") ? "tcg" : "none";
}

void hypervisor_detect(void)
{
    uint64_t id = sbi_base(BASE_IMPLEMENTATION, 0);
    bool known = id < sizeof implementations / sizeof *implementations;
    machine.hypervisor_signature = known ? implementations[id].signature : "";
    if (!known)
        machine.hypervisor = "unknown";
    else if (implementations[id].hypervisor)
        machine.hypervisor = implementations[id].hypervisor;
    else
        machine.hypervisor = below_firmware();
    machine.hypervisor_max_leaf = sbi_base(BASE_SPEC_VERSION, 0);
    machine.hypervisor_features = sbi_base(BASE_IMPLEMENTATION_VERSION, 0);
}

/* Every implementation answers this one at once, with a constant (SBI 4.1). */
static void get_spec_version(void) { sbi_base(BASE_SPEC_VERSION, 0); }

/* ECALL goes to the SBI, whoever that is: under a hypervisor the hypervisor, without one,
 * and under full emulation, the firmware. There is always somebody. */
hypercall_t *hypercall_find(const char **reason)
{
    *reason = NULL;
    return get_spec_version;
}
