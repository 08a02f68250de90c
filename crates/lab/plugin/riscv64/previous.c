/*
 * QEMU 10.0 leaves two fields of `mstatus` as they are when it is written: whether a guest was
 * trapped from (MPV), and whose its address is (GVA; RISC-V Privileged Architecture, 18.4.1). The
 * firmware that hands a guest's trap on to the hypervisor clears them, and would return to the
 * hypervisor's code as if that were the guest's. They are written here, just before.
 */
#include "previous.h"

#include <string.h>

#include "processor.h"

static void writes(unsigned processor, void *source)
{
    enum { WHOSE = 38, VIRTUAL = 39 };
    (void)processor;
    uint64_t fields = 1ULL << WHOSE | 1ULL << VIRTUAL, *status = riscv_machine_status();
    if (riscv_level() == LEVEL_MACHINE)
        *status = (*status & ~fields) | (riscv_general((uintptr_t)source) & fields);
}

/* CSRRW (Unprivileged ISA, "Zicsr") of `mstatus`. */
void previous_look(const struct block *block, size_t index)
{
    enum { OPERATION = 0xfff0707f, CSRRW_MSTATUS = 0x30001073, SOURCE = 15, REGISTERS = 32 };
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    struct code code = instruction_code(instruction);
    uint32_t word = 0;
    if (code.size != sizeof word)
        return;
    memcpy(&word, code.bytes, sizeof word);
    if ((word & OPERATION) == CSRRW_MSTATUS)
        qemu_plugin_register_vcpu_insn_exec_cb(
            instruction, writes, READS_REGISTERS,
            (void *)(uintptr_t)(word >> SOURCE & (REGISTERS - 1)));
}
