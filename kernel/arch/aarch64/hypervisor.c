/*
 * Which hypervisor runs this machine, if any. There is no CPUID leaf for that here. What there is:
 * the node /hypervisor of Xen, the identity behind the calls that SMCCC reserves for
 * hypervisors, and circumstances: an emulated CPU's own number, PSCI by HVC (which only a
 * hypervisor can answer), the tree of a machine that exists only virtually.
 */
#include "hypervisor.h"

#include <fdt.h>
#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "psci.h"
#include "smccc.h"

/* Arm DEN0028, 6.1: identity of the owner of the range "vendor-specific hypervisor", and of
 * "standard hypervisor", where Xen answers (xen/include/public/arch-arm/smccc.h). */
#define VENDOR_CALL_UID 0x8600ff01
#define STANDARD_CALL_UID 0x8500ff01
#define KVM_FEATURES 0x86000000 /* Linux, include/linux/arm-smccc.h */

static const struct {
    uint32_t word[4];
    const char *name;
} known[] = {
    {{0xb66fb428, 0xe911c52e, 0x564bcaa9, 0x743a004d}, "kvm"},
    {{0xdc1218a7, 0x694398c6, 0xd179cf9a, 0x67e6de8d}, "xen"},
};

static struct smccc hypervisor_call(uint32_t function)
{
    struct smccc call = {{function}};
    smccc_hvc(&call);
    return call;
}

static const char *name_of(const struct smccc *uid)
{
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        bool same = true;
        for (unsigned word = 0; word < 4; word++)
            same = same && (uint32_t)uid->word[word] == known[i].word[word];
        if (same)
            return known[i].name;
    }
    return "unknown";
}

/* An HVC is safe only where PSCI uses it too: elsewhere it may be anyone's. */
static bool detect_by_uid(void)
{
    static char text[40];
    if (!psci_uses_hvc())
        return false;
    struct smccc uid = hypervisor_call(VENDOR_CALL_UID);
    if ((uint32_t)uid.word[0] == (uint32_t)SMCCC_NOT_SUPPORTED)
        uid = hypervisor_call(STANDARD_CALL_UID);
    if ((uint32_t)uid.word[0] == (uint32_t)SMCCC_NOT_SUPPORTED)
        return false;
    format(text, sizeof text, "%08x-%08x-%08x-%08x", (uint32_t)uid.word[0], (uint32_t)uid.word[1],
           (uint32_t)uid.word[2], (uint32_t)uid.word[3]);
    machine.hypervisor = name_of(&uid);
    machine.hypervisor_signature = text;
    if (!strcmp(machine.hypervisor, "kvm"))
        machine.hypervisor_features = (uint32_t)hypervisor_call(KVM_FEATURES).word[0];
    return true;
}

static bool detect_by_node(void)
{
    fdt_node node = fdt_path("/hypervisor");
    const char *compatible = fdt_string(node, "compatible");
    if (!compatible)
        return false;
    machine.hypervisor = fdt_is_compatible(node, "xen,xen") ? "xen" : "unknown";
    machine.hypervisor_signature = compatible;
    return true;
}

/* QEMU's emulator gives its model `max` a MIDR that no silicon has. Its other models look
 * like the real ones, and then nothing tells it from KVM before Linux 5.12, which has no
 * UID, or from other hypervisors under QEMU's machine: `unknown` is all that is known. */
void hypervisor_detect(void)
{
    const char *compatible = fdt_string(fdt_root(), "compatible");
    machine.hypervisor_signature = "";
    if (detect_by_node() || detect_by_uid())
        return;
    machine.hypervisor = "none";
    if (cpu_is_emulated())
        machine.hypervisor = "tcg";
    else if (psci_uses_hvc() || fdt_is_compatible(fdt_root(), "linux,dummy-virt"))
        machine.hypervisor = "unknown";
    if (compatible && strcmp(machine.hypervisor, "none"))
        machine.hypervisor_signature = compatible;
}
