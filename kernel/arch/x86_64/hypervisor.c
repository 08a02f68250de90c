#include "hypervisor.h"

#include <lib.h>
#include <posih.h>

#include "kvm.h"
#include "x86.h"

static const struct {
    const char *signature, *name;
} known[] = {
    {"XenVMMXenVMM", "xen"},        {"KVMKVMKVM", "kvm"},       {"VMwareVMware", "vmware"},
    {"VBoxVBoxVBox", "virtualbox"}, {"bhyve bhyve ", "bhyve"},  {"ACRNACRNACRN", "acrn"},
    {"TCGTCGTCGTCG", "tcg"},        {"Microsoft Hv", "hyperv"},
};

enum { FIRST_LEAF = 0x40000000, LEAF_STEP = 0x100, BLOCKS = 4 };

static uint32_t base;
static char signature[13];

uint32_t hypervisor_base(void) { return base; }

static const char *name_at(uint32_t leaf)
{
    struct cpuid r = cpuid(leaf, 0);
    uint32_t words[3] = {r.ebx, r.ecx, r.edx};
    memcpy(signature, words, 12);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(signature, known[i].signature))
            return known[i].name;
    return NULL;
}

/* Hypervisors that also pose as Hyper-V put its leaves first and their own 0x100 further
 * on: the last block that is known names the real one. */
void hypervisor_detect(void)
{
    base = FIRST_LEAF;
    machine.hypervisor = "none";
    machine.hypervisor_signature = "";
    if (!(cpuid(1, 0).ecx & 1U << 31))
        return;
    machine.hypervisor = "unknown";
    for (uint32_t block = 0; block < BLOCKS; block++) {
        const char *name = name_at(FIRST_LEAF + block * LEAF_STEP);
        if (name) {
            base = FIRST_LEAF + block * LEAF_STEP;
            machine.hypervisor = name;
        }
    }
    name_at(base);
    machine.hypervisor_signature = signature;
    machine.hypervisor_max_leaf = cpuid(base, 0).eax;
    if (machine.hypervisor_max_leaf > base)
        machine.hypervisor_features = cpuid(base + 1, 0).eax;
}

static bool is(const char *name) { return !strcmp(machine.hypervisor, name); }

/* Xen's leaf base + 3, sub-leaf 0: kHz in ECX (xen/include/public/arch-x86/cpuid.h). The
 * others' convention is base + 0x10, kHz in EAX. */
uint64_t hypervisor_tsc_leaf(void)
{
    if (is("xen") && machine.hypervisor_max_leaf >= base + 3)
        return cpuid(base + 3, 0).ecx * 1000ULL;
    if ((!is("kvm") && !is("vmware")) || machine.hypervisor_max_leaf < base + 0x10)
        return 0;
    return cpuid(base + 0x10, 0).eax * 1000ULL;
}

/* Hyper-V TLFS 2.4.2 and 12.4: leaf 3 EAX bit 11 and EDX bit 8 grant the frequency MSRs. */
uint64_t hypervisor_tsc_msr(void)
{
    enum { MSR_TSC_FREQUENCY = 0x40000022 };
    if (!is("hyperv") || machine.hypervisor_max_leaf < base + 3)
        return 0;
    struct cpuid features = cpuid(base + 3, 0);
    bool granted = features.eax & 1 << 11 && features.edx & 1 << 8;
    return granted ? rdmsr(MSR_TSC_FREQUENCY) : 0;
}

uint64_t hypervisor_pvclock(void)
{
    static struct pvclock clock __attribute__((aligned(64)));
    if (!is("kvm") || !(machine.hypervisor_features & KVM_FEATURE_CLOCKSOURCE2))
        return 0;
    wrmsr(KVM_MSR_SYSTEM_TIME, (uint64_t)&clock | 1);
    uint32_t mul = *(volatile uint32_t *)&clock.tsc_to_system_mul;
    int shift = *(volatile int8_t *)&clock.tsc_shift;
    wrmsr(KVM_MSR_SYSTEM_TIME, 0);
    if (!mul || shift < -31 || shift > 31)
        return 0;
    /* ns = ((ticks << shift) * mul) >> 32, so a second has (10^9 << 32) / mul >> shift. */
    uint64_t hz = (1000000000ULL << 32) / mul;
    return shift < 0 ? hz << -shift : hz >> shift;
}
