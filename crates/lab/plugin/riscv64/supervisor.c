/*
 * What a guest does, by its instructions and by the traps that S-mode takes (RISC-V Unprivileged
 * ISA, "Zicsr"; Privileged Architecture, 3.3.3, "Wait for Interrupt", 10.1.8, "scause", 10.2.1,
 * "SFENCE.VMA").
 */
#include "supervisor.h"

#include <string.h>

#include "../calls.h"
#include "../memory.h"
#include "processor.h"
#include "traps.h"
#include "usage.h"

/* Instructions, with the bits that tell each from others: of CSRs those that may write. */
static const struct {
    uint32_t mask, code;
    const char *event;
} instructions[] = {
    {0xfff0707f, 0x18001073, "root_switch"}, /* CSRRW satp */
    {0xfe007fff, 0x12000073, "page_flush"},  /* SFENCE.VMA */
    {0xfff0707f, 0x14d01073, "timer_set"},   /* CSRRW stimecmp */
};

/* Finds where an address of the page tables is, whoever may use it (10.3.2, "Virtual Address
 * Translation Process"): QEMU's own translation tells what the handler may. False where they have
 * none. Modes are numbered from the one with three levels on. */
static bool find(uint64_t address, uint64_t *physical)
{
    enum { MODE = 60, SV39 = 8, MOST = 5, PAGE = 12, INDEX = 9, VALID = 1, LEAF = 0xe };
    const uint64_t frame = (1ULL << 44) - 1;
    uint64_t root = riscv_root(), mode = root >> MODE, table = root & frame;
    for (int level = (int)(mode - SV39) + 2; level >= 0 && level < MOST; level--) {
        int shift = PAGE + INDEX * level;
        uint64_t index = address >> shift & ((1 << INDEX) - 1), entry;
        memory_read((table << PAGE) + index * sizeof entry, &entry, sizeof entry);
        table = entry >> 10 & frame;
        *physical = table << PAGE | (address & ((1ULL << shift) - 1));
        if (!(entry & VALID) || entry & LEAF)
            return entry & VALID;
    }
    return false;
}

/* Reads at an address of a program's. */
static bool read_users(uint64_t address, void *to, uint64_t size)
{
    uint64_t at;
    bool is_there = find(address, &at);
    if (is_there)
        memory_read(at, to, size);
    return is_there;
}

/* The cause does not say whether the page is there. */
static void fault(uint64_t address)
{
    uint64_t at;
    usage_count(find(address, &at) ? "protection_fault" : "page_fault");
}

static void begins(unsigned processor, void *block)
{
    (void)processor;
    struct trap trap = riscv_trap();
    if (riscv_level() != LEVEL_SUPERVISOR || !trap_is_taken(&trap, (uintptr_t)block))
        return;
    enum { A0 = 10, A7 = 17 };
    enum trap_kind kind = trap_kind(&trap);
    if (kind == TRAP_INTERRUPT)
        usage_interrupted();
    else if (kind == TRAP_CALL)
        calls_count(riscv_general(A7), riscv_general(A0), read_users);
    else if (kind == TRAP_PAGE_FAULT)
        fault(trap.value);
    else
        usage_count("exception");
}

void supervisor_watch(const struct block *block, size_t index, bool is_user)
{
    enum { WFI = 0x10500073 };
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    struct code whole = instruction_code(instruction);
    void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
    uint32_t code = 0;
    if (!index && is_user)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_works, NO_REGISTERS, NULL);
    else if (!index)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, begins, READS_REGISTERS, address);
    if (whole.size != sizeof code)
        return;
    memcpy(&code, whole.bytes, sizeof code);
    if (code == WFI)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_halts, NO_REGISTERS, NULL);
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if ((code & instructions[i].mask) == instructions[i].code)
            instruction_counts(instruction, usage_counter(instructions[i].event));
}
