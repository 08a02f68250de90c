#include "processor.h"

#include <string.h>

#include "../bytes.h"
#include "../registers.h"
#include "../state.h"

/* QEMU, target/i386/cpu.h and machine.c, include/hw/core/cpu.h. */
register_reader x86_cpu_gdb_read_register __attribute__((weak));
extern const struct state_description vmstate_x86_cpu __attribute__((weak));
extern const struct state_description vmstate_cpu_common __attribute__((weak));

/* target/i386/tcg/sysemu/svm_helper.c, accel/tcg/translate-all.c. */
bool cpu_svm_has_intercept(void *, uint32_t) __attribute__((weak));
void cpu_vmexit(void *, uint32_t, uint64_t, uintptr_t) __attribute__((weak));
bool cpu_restore_state(cpu *, uintptr_t) __attribute__((weak));

enum { SELECTOR_PRIVILEGE = 3 };

/* The place of the interrupt table, or of the task's state, is behind four bytes of a selector. */
struct table {
    uint32_t selector, unused;
    uint64_t base;
};

enum {
    GENERAL,
    PLACE,
    FLAGS,
    TABLE,
    TASK,
    CALLS,
    SAVED_STATES,
    CONTROL_BLOCK,
    INTERCEPTED_READS,
    FIELDS
};
static struct field state[FIELDS] = {
    [GENERAL] = {.name = "env.regs", .size = sizeof(uint64_t)},
    [PLACE] = {.name = "env.eip", .size = sizeof(uint64_t)},
    [FLAGS] = {.name = "env.hflags", .size = sizeof(uint32_t)},
    [TABLE] = {.name = "env.idt", .size = 24},
    [TASK] = {.name = "env.tr", .size = 24},
    [CALLS] = {.name = "env.lstar", .size = sizeof(uint64_t)},
    [SAVED_STATES] = {.name = "env.xcr0", .size = sizeof(uint64_t)},
    [CONTROL_BLOCK] = {.name = "env.vm_vmcb", .size = sizeof(uint64_t)},
    [INTERCEPTED_READS] = {.name = "env.intercept_cr_read", .size = sizeof(uint16_t)},
};
static struct field requests = {.name = "interrupt_request", .size = sizeof(uint32_t)};

bool x86_is_known(void)
{
    bool leaves_guests = cpu_svm_has_intercept && cpu_vmexit && cpu_restore_state;
    return x86_cpu_gdb_read_register && qemu_get_cpu && bytes_are_there() && leaves_guests &&
           state_find(&vmstate_x86_cpu, state, FIELDS) &&
           state_find(&vmstate_cpu_common, &requests, 1);
}

/* HF_CPL_MASK and HF_GUEST_MASK of QEMU's. */
static uint32_t flags(void) { return *(const uint32_t *)state_of(current_cpu, &state[FLAGS]); }

bool x86_is_proved(void)
{
    /* RSP and RBP have the same number here and there. */
    const uint64_t *general = state_of(current_cpu, &state[GENERAL]);
    enum { STACK = 4, FRAME = 5 };
    return general[STACK] == x86_register(RSP) && general[FRAME] == x86_register(RBP) &&
           (flags() & SELECTOR_PRIVILEGE) == (x86_register(CS) & SELECTOR_PRIVILEGE);
}

uint64_t x86_register(int number) { return registers_read(x86_cpu_gdb_read_register, number); }

bool x86_is_user(void) { return (x86_register(CS) & SELECTOR_PRIVILEGE) == SELECTOR_PRIVILEGE; }

bool x86_is_in_guest_mode(void)
{
    enum { GUEST = 1 << 21 };
    return flags() & GUEST;
}

uint64_t x86_control_block(void)
{
    return *(const uint64_t *)state_of(current_cpu, &state[CONTROL_BLOCK]);
}

void x86_intercept_reads_of_cr0(bool is_intercepted)
{
    uint16_t *reads = state_of(current_cpu, &state[INTERCEPTED_READS]);
    *reads = (uint16_t)((*reads & ~1) | is_intercepted);
}

uint64_t *x86_saved_states(void) { return state_of(current_cpu, &state[SAVED_STATES]); }

/* What QEMU's functions for this architecture take: it begins with the general registers. */
static void *environment(void) { return state_of(current_cpu, &state[GENERAL]); }

bool x86_is_intercepted(uint32_t exit_code)
{
    return cpu_svm_has_intercept(environment(), exit_code);
}

void x86_leaves_before(unsigned size, uint32_t exit_code, void *caller)
{
    cpu_restore_state(current_cpu, (uintptr_t)caller);
    *(uint64_t *)state_of(current_cpu, &state[PLACE]) -= size;
    cpu_vmexit(environment(), exit_code, 0, 0);
}

static uint64_t base_of(int table)
{
    return ((const struct table *)state_of(current_cpu, &state[table]))->base;
}

uint64_t x86_interrupt_table(void) { return base_of(TABLE); }

uint64_t x86_task_state(void) { return base_of(TASK); }

uint64_t x86_system_calls(void) { return *(const uint64_t *)state_of(current_cpu, &state[CALLS]); }

uint64_t x86_place(void) { return *(const uint64_t *)state_of(current_cpu, &state[PLACE]); }

void x86_polls_apic(void)
{
    enum { POLL = 0x10 }; /* CPU_INTERRUPT_POLL */
    __atomic_fetch_or((uint32_t *)state_of(current_cpu, &requests), POLL, __ATOMIC_SEQ_CST);
}
