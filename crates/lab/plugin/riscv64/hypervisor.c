/*
 * Guests of a hypervisor in HS-mode, as QEMU emulates it (RISC-V Privileged Architecture, 18,
 * "H Extension for Hypervisor Support"). QEMU tells of no trap: a block that begins where traps are
 * handled does. A guest is what runs while V is 1. The firmware in M-mode, which answers what is no
 * instruction for everybody, runs in between without the guest being left.
 */
#include "code.h"
#include "previous.h"
#include "processor.h"
#include "supervisor.h"
#include "timebase.h"
#include "timers.h"
#include "traps.h"

#include <stdio.h>
#include <unistd.h>

#include "../aborts.h"
#include "../guest.h"
#include "../memory.h"

static const char *lacks(void)
{
    if (!riscv_is_known() || !timebase_is_known() || !timers_can_be_set())
        return "this QEMU does not say where it keeps a RISC-V processor's state, or in a way that "
               "nobody knows";
    return memory_is_readable() ? NULL : "this QEMU lets nobody read the machine's memory";
}

static bool is_user(void) { return riscv_level() == LEVEL_USER; }

static bool is_firmware(void) { return riscv_level() == LEVEL_MACHINE; }

static void begins(unsigned processor, void *block)
{
    (void)processor;
    struct trap trap = riscv_trap();
    if (trap_is_taken(&trap, (uintptr_t)block))
        aborts_trapped(trap.at, trap_aborts(&trap));
    if (riscv_is_virtual() && !guest_runs())
        guest_entered();
    else if (!riscv_is_virtual() && !is_firmware() && guest_runs())
        guest_left(trap_name(&trap), WORLDS);
}

static void hook(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
    if (!index)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, begins, NO_REGISTERS, address);
}

/* Before the machine's first block that is translated here. */
static void mend_clock(const struct block *block, size_t index)
{
    static bool is_mended;
    if (is_mended)
        return;
    is_mended = true;
    uint64_t address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, index));
    bool begins_here = address == MACHINE_BEGINS;
    if (timebase_set(begins_here) && (begins_here || timers_set()))
        return;
    fprintf(stderr, "plugin: this QEMU keeps the rate of its clock, or its timers, elsewhere\n");
    _exit(1);
}

static void mend(const struct block *block, size_t index)
{
    mend_clock(block, index);
    previous_look(block, index);
}

static const struct arch riscv64 = {.target = "riscv64",
                                    .lacks = lacks,
                                    .is_proved = riscv_is_proved,
                                    .is_user = is_user,
                                    .is_guest = riscv_is_virtual,
                                    .is_firmware = is_firmware,
                                    .kind = riscv_kind,
                                    .marks = riscv_marks,
                                    .hook = hook,
                                    .watch = supervisor_watch,
                                    .mend = mend};

ARCH(riscv64);
