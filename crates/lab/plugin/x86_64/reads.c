/*
 * QEMU 10.0 and 11.1 ask of MOV from any control register whether reads of CR0 are intercepted
 * (target/i386/tcg/decode-new.c.inc, emit.c.inc), and leave the guest for one of CR0. A guest whose
 * page tables are shadowed so reads the hypervisor's root from CR3, and dies of it.
 *
 * Before each instruction that reads such a register, what is asked of CR0 is therefore made what
 * the control block asks of the register. A QEMU that does it right is not changed by it.
 */
#include "reads.h"

#include "../memory.h"
#include "../turns.h"
#include "counts.h"
#include "processor.h"

static unsigned last[PROCESSORS];

unsigned reads_last(void) { return last[turns_now()]; }

static void reads(unsigned processor, void *which)
{
    (void)processor;
    uint16_t intercepted; /* the control block begins with it (AMD64 APM, volume 2, appendix B) */
    memory_read(x86_control_block(), &intercepted, sizeof intercepted);
    last[turns_now()] = (unsigned)(uintptr_t)which;
    x86_intercept_reads_of_cr0(intercepted >> reads_last() & 1);
}

/* The register that an instruction reads: MOV from a control register, 0F 20, or SMSW, 0F 01 /4, of
 * CR0 (AMD64 APM, volume 3, appendix A); NONE for all others. REX.R makes it one of the upper. */
enum { NONE = 16 };
static unsigned read_by(const struct code *instruction)
{
    enum { REX = 0x40, UPPER = 4, ESCAPE = 0x0f, FROM_CONTROL = 0x20, GROUP_7 = 0x01, SMSW = 4 };
    const uint8_t *code = instruction->bytes, *end = code + instruction->size;
    unsigned upper = 0;
    for (; code + 2 < end && *code != ESCAPE; code++)
        upper = (*code & 0xf0) == REX && *code & UPPER ? 8 : 0;
    if (code + 2 >= end)
        return NONE;
    unsigned field = code[2] >> 3 & 7;
    if (code[1] == FROM_CONTROL)
        return field | upper;
    return code[1] == GROUP_7 && field == SMSW ? 0 : NONE;
}

void reads_mend(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    struct code code = instruction_code(instruction);
    unsigned which = read_by(&code);
    if (which != NONE && x86_is_in_guest_mode())
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, reads, NO_REGISTERS,
                                               (void *)(uintptr_t)which);
}
