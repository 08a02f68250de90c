#include "processor.h"

#include "../state.h"

/* QEMU, target/arm/machine.c and target/arm/cpu.h. */
extern const struct state_description vmstate_arm_cpu __attribute__((weak));
uint64_t arm_hcr_el2_eff(const void *environment) __attribute__((weak));

/* The environment's first field, and so its address. */
static const char environment[] = "env.regs";
static const char syndrome[] = "env.exception.syndrome";

bool processor_is_known(void)
{
    return arm_hcr_el2_eff && state_has(&vmstate_arm_cpu, environment) &&
           state_has(&vmstate_arm_cpu, syndrome);
}

uint64_t processor_hypervisor_configuration(const cpu *of)
{
    return arm_hcr_el2_eff(state_of(of, &vmstate_arm_cpu, environment));
}

uint32_t processor_syndrome(const cpu *of)
{
    return *(const uint32_t *)state_of(of, &vmstate_arm_cpu, syndrome);
}
