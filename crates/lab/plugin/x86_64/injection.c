/*
 * QEMU delivers the interrupt that VMRUN injects before the guest's first instruction, and leaves
 * it noted as one to be delivered (target/i386/tcg/sysemu/svm_helper.c sets exception_index). The
 * next exception or interrupt replaces the note. If a timer of the machine is due before that,
 * QEMU's main loop delivers what is noted: the guest gets the same interrupt twice, even with
 * interrupts off, and waits forever for a lock that it holds.
 *
 * An interrupt that QEMU has taken clears the note (accel/tcg/cpu-exec.c). There is one that does
 * nothing but look at the local APIC again, so VMRUN is given it along.
 */
#include "../registers.h"
#include "../state.h"
#include "svm.h"

/* Of QEMU (include/hw/core/cpu.h, hw/core/cpu-sysemu.c). */
extern const struct state_description vmstate_cpu_common __attribute__((weak));

static const char requests[] = "interrupt_request";

bool injection_is_mendable(void) { return state_has(&vmstate_cpu_common, requests); }

static void injects(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    /* AMD64 Architecture Programmer's Manual, volume 2, 15.20: type 0 is an external interrupt. */
    enum { EVENT = 0xa8, TYPE = 0x700, VALID = 1U << 31 };
    enum { POLL = 0x10 }; /* CPU_INTERRUPT_POLL of target/i386/cpu.h */
    if ((svm_given(EVENT) & (VALID | TYPE)) != VALID)
        return;
    uint32_t *requested = state_of(current_cpu, &vmstate_cpu_common, requests);
    __atomic_fetch_or(requested, POLL, __ATOMIC_SEQ_CST);
}

void injection_mend(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    if (svm_enters(instruction))
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, injects, NO_REGISTERS, NULL);
}
