#include "processor.h"

#include "../bytes.h"
#include "../state.h"

/* QEMU, target/riscv/machine.c and target/riscv/gdbstub.c. */
extern const struct state_description vmstate_riscv_cpu __attribute__((weak));
register_reader riscv_cpu_gdb_read_register __attribute__((weak));

/* The first is the environment's first field, and so its address. */
enum {
    GENERAL,
    LEVEL,
    VIRTUAL,
    STATUS,
    ROOT,
    SUPERVISORS,
    MACHINES = SUPERVISORS + 4,
    FIELDS = MACHINES + 4
};
static struct field state[FIELDS] = {
    [GENERAL] = {.name = "env.gpr", .size = sizeof(uint64_t)},
    [LEVEL] = {.name = "env.priv", .size = sizeof(uint64_t)},
    [VIRTUAL] = {.name = "env.virt_enabled", .size = sizeof(bool)},
    [STATUS] = {.name = "env.mstatus", .size = sizeof(uint64_t)},
    [ROOT] = {.name = "env.satp", .size = sizeof(uint64_t)},
    [SUPERVISORS] = {.name = "env.stvec", .size = sizeof(uint64_t)},
    {.name = "env.scause", .size = sizeof(uint64_t)},
    {.name = "env.sepc", .size = sizeof(uint64_t)},
    {.name = "env.stval", .size = sizeof(uint64_t)},
    [MACHINES] = {.name = "env.mtvec", .size = sizeof(uint64_t)},
    {.name = "env.mcause", .size = sizeof(uint64_t)},
    {.name = "env.mepc", .size = sizeof(uint64_t)},
    {.name = "env.mtval", .size = sizeof(uint64_t)},
};

static uint64_t field(int number)
{
    return *(const uint64_t *)state_of(current_cpu, &state[number]);
}

bool riscv_is_known(void)
{
    return riscv_cpu_gdb_read_register && bytes_are_there() &&
           state_find(&vmstate_riscv_cpu, state, FIELDS);
}

bool riscv_is_proved(void)
{
    enum { REGISTERS = 32 };
    const uint64_t *general = state_of(current_cpu, &state[GENERAL]);
    for (int i = 0; i < REGISTERS; i++)
        if (general[i] != registers_read(riscv_cpu_gdb_read_register, i))
            return false;
    return true;
}

void *riscv_environment(const cpu *of) { return state_of(of, &state[GENERAL]); }

uint64_t riscv_general(uintptr_t number)
{
    return ((const uint64_t *)state_of(current_cpu, &state[GENERAL]))[number];
}

uint64_t *riscv_machine_status(void) { return state_of(current_cpu, &state[STATUS]); }

uint64_t riscv_root(void) { return field(ROOT); }

unsigned riscv_level(void) { return (unsigned)field(LEVEL); }

bool riscv_is_virtual(void) { return *(const bool *)state_of(current_cpu, &state[VIRTUAL]); }

/* While a guest runs, QEMU has its own registers in the place of the supervisor's (target/riscv/
 * cpu_helper.c, riscv_cpu_swap_hypervisor_regs). */
struct trap riscv_trap(void)
{
    int first = riscv_level() == LEVEL_MACHINE ? MACHINES : SUPERVISORS;
    return (struct trap){field(first), field(first + 1), field(first + 2), field(first + 3)};
}
