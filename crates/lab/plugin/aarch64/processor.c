/*
 * Debian's QEMU exports its description of a processor's state for migration (QEMU,
 * include/migration/vmstate.h, target/arm/machine.c), which says where in the structure a field is.
 */
#include "processor.h"

#include <string.h>

struct field {
    const char *name, *hint;
    size_t offset, size, start;
    int count;
    size_t count_offset, size_offset;
    const void *information;
    int flags;
    const void *description;
    int versions[2];
    const void *exists;
};

extern const struct {
    const char *name;
    int unmigratable, version, oldest_version, priority;
    const void *functions[6];
    const struct field *fields;
} vmstate_arm_cpu __attribute__((weak));

uint64_t arm_hcr_el2_eff(const void *environment) __attribute__((weak));

/* Of the description whose fields are searched. */
enum { VERSION = 22, MOST_FIELDS = 64 };

static const void *find(const cpu *of, const char *name)
{
    const struct field *field = vmstate_arm_cpu.fields;
    for (int i = 0; i < MOST_FIELDS && field[i].name; i++)
        if (!strcmp(field[i].name, name))
            return (const char *)of + field[i].offset;
    return NULL;
}

/* The first field of the environment, and so its address. */
static const char environment[] = "env.regs";
static const char syndrome[] = "env.exception.syndrome";

bool processor_is_known(void)
{
    return &vmstate_arm_cpu && arm_hcr_el2_eff && !strcmp(vmstate_arm_cpu.name, "cpu") &&
           vmstate_arm_cpu.version == VERSION && find(NULL, environment) && find(NULL, syndrome);
}

uint64_t processor_hypervisor_configuration(const cpu *of)
{
    return arm_hcr_el2_eff(find(of, environment));
}

uint32_t processor_syndrome(const cpu *of) { return *(const uint32_t *)find(of, syndrome); }
