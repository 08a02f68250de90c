/* It becomes pending and is taken back: software interrupts are masked (sie), and each
 * operation, in both loops, begins by clearing the last (sip). The hypervisor looks for the
 * receivers and kicks them. */
#include "ecall.h"

#include <csr.h>

enum { SOFTWARE = 1 << IRQ_SOFTWARE };

static uint64_t enabled;

static const char *init(void)
{
    call.extension = SBI_IPI;
    call.function = 0;
    call.argument[1] = boot_cpu.hart;
    if (!sbi_has(SBI_IPI))
        return "the SBI sends no interrupts";
    enabled = csr_read(sie) & SOFTWARE;
    csr_clear(sie, SOFTWARE);
    return NULL;
}

static void cleanup(void)
{
    csr_clear(sip, SOFTWARE);
    csr_set(sie, enabled);
}

TIMED_INSN_WITH(ECALL_REGISTERS(1), csr_clear(sip, SOFTWARE), ECALL)

BENCHMARK(.summary = "Send this hart an interrupt through the SBI", .path = PATH_INTERRUPT,
          .exits = 1, .init = init, .cleanup = cleanup);
