/* The CPU's name, from MIDR_EL1 (Arm ARM, D19, "MIDR_EL1, Main ID Register"). */
#include "cpu.h"

#include <lib.h>

struct cpu boot_cpu;

static const struct {
    unsigned code;
    const char *name;
} implementers[] = {
    {0x00, "software"},  {0x41, "Arm"},       {0x42, "Broadcom"}, {0x43, "Cavium"},
    {0x46, "Fujitsu"},   {0x48, "HiSilicon"}, {0x4e, "NVIDIA"},   {0x50, "Applied Micro"},
    {0x51, "Qualcomm"},  {0x53, "Samsung"},   {0x56, "Marvell"},  {0x61, "Apple"},
    {0x6d, "Microsoft"}, {0xc0, "Ampere"},
};

static const struct {
    unsigned implementer, part;
    const char *name;
} models[] = {
    {0x00, 0x051, "QEMU max"},    {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd04, "Cortex-A35"},
    {0x41, 0xd05, "Cortex-A55"},  {0x41, 0xd07, "Cortex-A57"},  {0x41, 0xd08, "Cortex-A72"},
    {0x41, 0xd09, "Cortex-A73"},  {0x41, 0xd0a, "Cortex-A75"},  {0x41, 0xd0b, "Cortex-A76"},
    {0x41, 0xd0c, "Neoverse N1"}, {0x41, 0xd0d, "Cortex-A77"},  {0x41, 0xd40, "Neoverse V1"},
    {0x41, 0xd41, "Cortex-A78"},  {0x41, 0xd49, "Neoverse N2"}, {0x41, 0xd4f, "Neoverse V2"},
    {0x43, 0x0af, "ThunderX2"},   {0x46, 0x001, "A64FX"},       {0x48, 0xd01, "Kunpeng 920"},
    {0xc0, 0xac3, "AmpereOne"},
};

enum { PART_QEMU_MAX = 0x051 };

static unsigned implementer(void) { return read_sysreg(midr_el1) >> 24 & 0xff; }
static unsigned part(void) { return read_sysreg(midr_el1) >> 4 & 0xfff; }

bool cpu_is_emulated(void) { return implementer() == 0 && part() == PART_QEMU_MAX; }

static const char *vendor_name(void)
{
    for (unsigned i = 0; i < sizeof implementers / sizeof *implementers; i++)
        if (implementers[i].code == implementer())
            return implementers[i].name;
    return "unknown";
}

static const char *model_name(void)
{
    static char text[16];
    for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
        if (models[i].implementer == implementer() && models[i].part == part())
            return models[i].name;
    format(text, sizeof text, "part 0x%x", part());
    return text;
}

/* Family is the implementer's code, model the part number; variant and revision (r2p1) are
 * together the stepping. */
void cpu_identify(void)
{
    uint64_t midr = read_sysreg(midr_el1);
    machine.cpu_vendor = vendor_name();
    machine.cpu_model = model_name();
    machine.cpu_family = implementer();
    machine.cpu_model_id = part();
    machine.cpu_stepping = (unsigned)((midr >> 20 & 15) << 4 | (midr & 15));
}
