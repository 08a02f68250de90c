#include "traps.h"

#include <stddef.h>

#include "counts.h"

/* The highest bit of a cause (RISC-V Privileged Architecture, 10.1.8, "scause"). */
#define INTERRUPT (1ULL << 63)

/* 18.6.1, "Hypervisor and Virtual Supervisor Trap Cause Codes". */
enum {
    ILLEGAL_INSTRUCTION = 2,
    LOAD_MISALIGNED = 4,
    LOAD_ACCESS,
    STORE_MISALIGNED,
    STORE_ACCESS,
    USER_CALL,
    FETCH_PAGE_FAULT = 12,
    LOAD_PAGE_FAULT,
    STORE_PAGE_FAULT = 15,
    LOAD_GUEST_PAGE_FAULT = 21,
    VIRTUAL_INSTRUCTION = 22,
    STORE_GUEST_PAGE_FAULT = 23
};

static const char *const exceptions[] = {
    [0] = "fetch_misaligned",
    [1] = "fetch_access",
    [ILLEGAL_INSTRUCTION] = "illegal_instruction",
    [3] = "breakpoint",
    [LOAD_MISALIGNED] = "load_misaligned",
    [LOAD_ACCESS] = "load_access",
    [STORE_MISALIGNED] = "store_misaligned",
    [STORE_ACCESS] = "store_access",
    [USER_CALL] = "user_ecall",
    [10] = "hypercall",
    [FETCH_PAGE_FAULT] = "fetch_page_fault",
    [LOAD_PAGE_FAULT] = "load_page_fault",
    [STORE_PAGE_FAULT] = "store_page_fault",
    [20] = "guest_page_fault_fetch",
    [LOAD_GUEST_PAGE_FAULT] = "guest_page_fault_load",
    [VIRTUAL_INSTRUCTION] = "virtual_instruction",
    [STORE_GUEST_PAGE_FAULT] = "guest_page_fault_store",
};

static const char *const interrupts[] = {
    [1] = "irq_software",        [5] = "irq_timer",    [9] = "irq_external",
    [12] = "irq_guest_external", [13] = "irq_counter",
};

/* 10.1.2, "stvec": the lowest two bits are the mode, in which all exceptions go to the base. */
bool trap_is_taken(const struct trap *trap, uint64_t address)
{
    enum { MODE = 3 };
    return riscv_level() != LEVEL_USER && address == (trap->vector & ~(uint64_t)MODE);
}

enum trap_kind trap_kind(const struct trap *trap)
{
    if (trap->cause & INTERRUPT)
        return TRAP_INTERRUPT;
    switch (trap->cause) {
    case USER_CALL:
        return TRAP_CALL;
    case FETCH_PAGE_FAULT:
    case LOAD_PAGE_FAULT:
    case STORE_PAGE_FAULT:
        return TRAP_PAGE_FAULT;
    default:
        return TRAP_EXCEPTION;
    }
}

const char *trap_name(const struct trap *trap)
{
    bool is_interrupt = trap->cause & INTERRUPT;
    uint64_t code = trap->cause & ~INTERRUPT;
    const char *const *names = is_interrupt ? interrupts : exceptions;
    size_t size = is_interrupt ? sizeof interrupts : sizeof exceptions;
    const char *name = code < size / sizeof *names ? names[code] : NULL;
    return name ? name : numbered_reason(is_interrupt ? "irq_%u" : "cause_%u", code);
}

/* It does where a helper finds the fault in the middle of an instruction, and not where the
 * translation has one do nothing else: ECALL, EBREAK, and what is no instruction (QEMU,
 * target/riscv/translate.c, generate_exception). A CSR's access is looked at by a helper. */
bool trap_aborts(const struct trap *trap)
{
    enum { OPCODE = 0x7f, SYSTEM = 0x73 };
    switch (trap->cause) {
    case ILLEGAL_INSTRUCTION:
        return (trap->value & OPCODE) == SYSTEM;
    case LOAD_MISALIGNED:
    case LOAD_ACCESS:
    case STORE_MISALIGNED:
    case STORE_ACCESS:
    case LOAD_PAGE_FAULT:
    case STORE_PAGE_FAULT:
    case LOAD_GUEST_PAGE_FAULT:
    case VIRTUAL_INSTRUCTION:
    case STORE_GUEST_PAGE_FAULT:
        return true;
    default:
        return false;
    }
}
