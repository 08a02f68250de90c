#include "processor.h"

#include "../bytes.h"
#include "../state.h"

/* QEMU, target/arm/machine.c, target/arm/internals.h and target/arm/cpu.h. */
extern const struct state_description vmstate_arm_cpu __attribute__((weak));
register_reader aarch64_cpu_gdb_read_register __attribute__((weak));
uint64_t arm_hcr_el2_eff(const void *environment) __attribute__((weak));

/* The first is the environment's first field, and so its address. */
enum { ENVIRONMENT, GENERAL, SYNDROME, FIELDS };
static struct field state[FIELDS] = {
    [ENVIRONMENT] = {.name = "env.regs", .size = sizeof(uint32_t)},
    [GENERAL] = {.name = "env.xregs", .size = sizeof(uint64_t)},
    [SYNDROME] = {.name = "env.exception.syndrome", .size = sizeof(uint32_t)},
};

bool arm_is_known(void)
{
    return arm_hcr_el2_eff && aarch64_cpu_gdb_read_register && bytes_are_there() &&
           state_find(&vmstate_arm_cpu, state, FIELDS);
}

bool arm_is_proved(void)
{
    const uint64_t *general = state_of(current_cpu, &state[GENERAL]);
    for (int i = X0; i < GENERAL_END; i++)
        if (general[i] != arm_register(i))
            return false;
    return true;
}

uint64_t arm_register(int number) { return registers_read(aarch64_cpu_gdb_read_register, number); }

uint64_t arm_hypervisor_configuration(const cpu *of)
{
    return arm_hcr_el2_eff(state_of(of, &state[ENVIRONMENT]));
}

uint32_t arm_syndrome(const cpu *of) { return *(const uint32_t *)state_of(of, &state[SYNDROME]); }
