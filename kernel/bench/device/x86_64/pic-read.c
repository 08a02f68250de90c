/* IN from the mask register of the first 8259, the old interrupt controller. KVM has it in the
 * kernel, unless the monitor has kept it: beside port-read-8, this shows what the monitor costs. */
#include <hyperbench.h>

#include "x86.h"

enum { MASK_PORT = 0x21, ALL_MASKED = 0xff, ONE_OPEN = 0x7f /* the eighth line, which is idle */ };

static const char *init(void)
{
    interrupts_disable();
    out8(MASK_PORT, ONE_OPEN);
    bool answers = in8(MASK_PORT) == ONE_OPEN;
    out8(MASK_PORT, ALL_MASKED);
    interrupts_enable();
    return answers ? NULL : "no 8259 answers";
}

TIMED_INSN_WITH(uint64_t port = MASK_PORT, , "inb %w0, %%al", : : "d"(port) : "rax")

BENCHMARK(.summary = "Read the mask of the old interrupt controller (8259)",
          .path = PATH_HYPERVISOR, .exits = 1, .also = "kut: inl_from_kernel; CVM: pio (0xa0)",
          .init = init);
