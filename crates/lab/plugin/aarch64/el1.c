/*
 * What a guest does, by its instructions and by the exceptions that EL1 takes (Arm Architecture
 * Reference Manual, DDI 0487, C5.1 "The System instruction class encoding space", D1.3
 * "Exceptions", D19.2.37 "ESR_EL1").
 */
#include "el1.h"

#include <string.h>

#include "../calls.h"
#include "../memory.h"
#include "usage.h"

/* Instructions, with the bits that tell each from others. */
static const struct {
    uint32_t mask, code;
    const char *event;
} instructions[] = {
    {0xffffffe0, 0xd5182000, "root_switch"}, /* MSR TTBR0_EL1 */
    {0xfff8f000, 0xd5088000, "page_flush"},  /* TLBI */
    {0xfffffee0, 0xd51be200, "timer_set"},   /* MSR CNTP_TVAL_EL0, CNTV_TVAL_EL0 */
    {0xfffffee0, 0xd51be240, "timer_set"},   /* MSR CNTP_CVAL_EL0, CNTV_CVAL_EL0 */
};

void el1_watch(const struct block *block, size_t index, bool is_user)
{
    enum { WFI = 0xd503207fU };
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    struct code whole = instruction_code(instruction);
    uint32_t code;
    memcpy(&code, whole.bytes, sizeof code);
    if (is_user && !index)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_works, NO_REGISTERS, NULL);
    if (code == WFI)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_halts, NO_REGISTERS, NULL);
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if ((code & instructions[i].mask) == instructions[i].code)
            instruction_counts(instruction, usage_counter(instructions[i].event));
}

/* The fault's status says whether the page is there: of permission faults alone it is. */
static void fault(uint32_t syndrome)
{
    enum { STATUS = 0x3c, PERMISSION = 0x0c };
    usage_count((syndrome & STATUS) == PERMISSION ? "protection_fault" : "page_fault");
}

static void synchronous(uint32_t syndrome)
{
    enum {
        CLASS_SHIFT = 26,
        SVC = 0x15,
        DATA_ABORT = 0x24,
        INSTRUCTION_ABORT = 0x20,
        SAME_LEVEL = 1
    };
    uint32_t class = syndrome >> CLASS_SHIFT;
    if (class == SVC)
        calls_count(arm_register(X8), arm_register(X0), memory_read_virtual);
    else if ((class & ~(uint32_t)SAME_LEVEL) == DATA_ABORT ||
             (class & ~(uint32_t)SAME_LEVEL) == INSTRUCTION_ABORT)
        fault(syndrome);
    else
        usage_count("exception");
}

/* Of what EL1 goes on with, only a vector is at such a place while all is masked (D1.3.2.2): four
 * kinds of 128 bytes, for each of four places where the exception may come from. */
void el1_level_changed(const cpu *of)
{
    enum { EL1 = 1, MASKED = 0x3c0, KIND_SHIFT = 7, KINDS = 3, SYNCHRONOUS = 0, IRQ = 1 };
    uint64_t state = arm_register(PSTATE), at = arm_register(PC);
    if ((state >> 2 & 3) != EL1 || (state & MASKED) != MASKED || at & ((1 << KIND_SHIFT) - 1))
        return;
    uint64_t kind = at >> KIND_SHIFT & KINDS;
    if (kind == SYNCHRONOUS)
        synchronous(arm_syndrome(of));
    else if (kind == IRQ)
        usage_interrupted();
    else
        usage_count("exception");
}
