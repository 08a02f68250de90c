/*
 * QEMU keeps the register `stimecmp` with a machine's state, but not what is due by it
 * (target/riscv/machine.c of 10.0), so that Linux waits for its next tick for ever. It is written
 * again, as its debugger stub would.
 */
#include "timers.h"

#include <stddef.h>
#include <stdint.h>

#include "../registers.h"
#include "processor.h"
#include "qemu.h"

/* QEMU, target/riscv/cpu.h. */
int riscv_csrrw_debug(void *environment, int number, uint64_t *old, uint64_t value, uint64_t mask)
    __attribute__((weak));

bool timers_can_be_set(void) { return riscv_csrrw_debug && qemu_get_cpu; }

bool timers_set(void)
{
    enum { STIMECMP = 0x14d, NONE = -1 }; /* RISC-V Privileged Architecture, chapter "Sstc" */
    for (int i = 0; i < machine_processors(); i++) {
        void *environment = riscv_environment(qemu_get_cpu(i));
        uint64_t value;
        if (riscv_csrrw_debug(environment, STIMECMP, &value, 0, 0) != NONE ||
            riscv_csrrw_debug(environment, STIMECMP, NULL, value, UINT64_MAX) != NONE)
            return false;
    }
    return true;
}
