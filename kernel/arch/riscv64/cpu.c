/* What kind of CPU this is. */
#include "cpu.h"

#include <fdt.h>
#include <lib.h>

#include "sbi.h"

struct cpu boot_cpu;

int32_t cpu_node(uint64_t hart)
{
    fdt_node node = fdt_child(fdt_path("/cpus"));
    for (; node != FDT_NONE; node = fdt_sibling(node)) {
        const char *type = fdt_string(node, "device_type");
        uint64_t id;
        if (type && !strcmp(type, "cpu") && fdt_id(node, &id) && id == hart)
            return node;
    }
    return FDT_NONE;
}

static const char *isa(void)
{
    const char *text = fdt_string(cpu_node(boot_cpu.hart), "riscv,isa");
    if (!text) /* the property that replaces it says the same but for extensions */
        text = fdt_string(cpu_node(boot_cpu.hart), "riscv,isa-base");
    return text ? text : "";
}

/* Multi-letter extensions follow one another in the string, each after an underscore. */
static bool named_in_isa(const char *extension)
{
    size_t length = strlen(extension);
    for (const char *at = isa(); *at; at++)
        if (*at == '_' && !strncmp(at + 1, extension, length) &&
            (at[1 + length] == '_' || !at[1 + length]))
            return true;
    return false;
}

static bool listed(const char *extension)
{
    uint32_t size;
    const char *list =
        (const char *)fdt_property(cpu_node(boot_cpu.hart), "riscv,isa-extensions", &size);
    size_t length = strlen(extension) + 1;
    for (uint32_t at = 0; list && at + length <= size; at++)
        if ((!at || !list[at - 1]) && !memcmp(list + at, extension, length))
            return true;
    return false;
}

bool cpu_has(const char *extension) { return named_in_isa(extension) || listed(extension); }

/* mvendorid is the manufacturer's number from JEDEC, 0 where there is none: QEMU's, and
 * everything not sold (privileged specification, 3.1.2). */
static const char *vendor_name(uint64_t id)
{
    static const struct {
        uint32_t id;
        const char *name;
    } known[] = {{0x029, "Microchip"}, {0x127, "MIPS"},   {0x31e, "Andes"},
                 {0x489, "SiFive"},    {0x5b7, "T-Head"}, {0x710, "SpacemiT"}};
    static char text[24];
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (id == known[i].id)
            return known[i].name;
    format(text, sizeof text, "0x%lx", id);
    return text;
}

/* What other CPUs call family, model and stepping are here the architecture's number, the
 * implementation's number, and nothing; only their low 32 bits are told. */
void cpu_identify(void)
{
    machine.cpu_vendor = vendor_name(sbi_base(BASE_MVENDORID, 0));
    machine.cpu_model = isa();
    machine.cpu_family = (unsigned)sbi_base(BASE_MARCHID, 0);
    machine.cpu_model_id = (unsigned)sbi_base(BASE_MIMPID, 0);
}
