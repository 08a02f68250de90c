/* What the plugin knows of QEMU's emulated processor. */
#ifndef RISCV_PROCESSOR_H
#define RISCV_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "../registers.h"

/* Privilege levels (RISC-V Privileged Architecture, 1.2). */
enum { LEVEL_USER = 0, LEVEL_SUPERVISOR = 1, LEVEL_MACHINE = 3 };

/* Whether this QEMU tells all that the functions here return, as far as is known before a processor
 * runs; and whether what it tells of this one agrees with itself. */
bool riscv_is_known(void);
bool riscv_is_proved(void);

/* What QEMU's own functions take in the place of a processor. */
void *riscv_environment(const cpu *);

/* General registers, where a hook asked to read them, and `mstatus`. */
uint64_t riscv_general(uintptr_t number);
uint64_t *riscv_machine_status(void);

/* Which page tables translate, and how (10.1.11, "satp"). */
uint64_t riscv_root(void);

unsigned riscv_level(void);

/* Whether a guest runs (18.1, the virtualization mode V). */
bool riscv_is_virtual(void);

/* The last trap that was taken to the current level: where that handles traps, why it was taken,
 * and at which instruction, with what more is known of it (mtvec, mcause, mepc, mtval and their
 * like). */
struct trap {
    uint64_t vector, cause, at, value;
};
struct trap riscv_trap(void);

#endif
