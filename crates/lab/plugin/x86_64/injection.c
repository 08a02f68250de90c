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
#include "injection.h"

#include "processor.h"
#include "svm.h"

static void injects(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    /* AMD64 Architecture Programmer's Manual, volume 2, 15.20: type 0 is an external interrupt. */
    enum { EVENT = 0xa8, TYPE = 0x700, VALID = 1U << 31 };
    if ((svm_given(EVENT) & (VALID | TYPE)) == VALID)
        x86_polls_apic();
}

void injection_mend(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    if (svm_enters(instruction))
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, injects, READS_REGISTERS, NULL);
}
