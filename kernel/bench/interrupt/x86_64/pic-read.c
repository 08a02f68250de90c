/* KVM has that device itself where others lie in the monitor, so that the two paths can be
 * told apart (see `in`); some monitors keep it (QEMU's machine microvm, and every split
 * irqchip), and then the paths are the same. */
#include "pic.h"

TIMED_INSN_WITH(uint16_t port = (uint16_t)operand, , "inb %w0, %%al", : : "d"(port) : "rax")

static const char *init_trigger(void)
{
    return in8(PIC_TRIGGER) == 0xff ? "the machine has no trigger-mode register at port 0x4d0"
                                    : NULL;
}

BENCHMARK(.summary = "Read the requests of the 8259 interrupt controller", .path = PATH_HYPERVISOR,
          .exits = 1, .operand = PIC_COMMAND, .init = pic_needed);

VARIANT(mask, "-mask", .summary = "Read the mask of the 8259 interrupt controller",
        .path = PATH_HYPERVISOR, .exits = 1, .operand = PIC_MASK, .init = pic_needed);

VARIANT(trigger, "-trigger", .summary = "Read the trigger modes of the 8259 interrupt controller",
        .path = PATH_HYPERVISOR, .exits = 1, .also = "kut: inl_from_kernel", .operand = PIC_TRIGGER,
        .init = init_trigger);
