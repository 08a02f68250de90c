/*
 * Instructions by their encodings (RISC-V Unprivileged ISA, "RV32/64G Instruction Set Listings";
 * 27.8, "RVC Instruction Set Listings"). A compressed one has two bytes, of which the lowest two
 * bits are not both set.
 */
#include "code.h"

#include <string.h>

#include "../memory.h"

enum {
    LUI = 0x37,
    AUIPC = 0x17,
    JAL = 0x6f,
    JALR = 0x67,
    ADDI = 0x13,
    SLLI = 0x1013,
    ADDIW = 0x1b
};
enum { LD = 0x3003, OPCODE = 0x7f, OPERATION = 0x707f };

static bool is_compressed(uint32_t code) { return (code & 3) != 3; }

static uint32_t target(uint32_t code) { return code >> 7 & 0x1f; }

static uint32_t source(uint32_t code) { return code >> 15 & 0x1f; }

static int64_t immediate(uint32_t code) { return (int32_t)code >> 20; }

static int64_t upper_immediate(uint32_t code) { return (int32_t)(code & ~0xfffU); }

/* Bit 12 and bits 6 to 2, as a number with a sign. */
static int64_t compressed_immediate(uint32_t code)
{
    return (int64_t)(code >> 2 & 0x1f) - (int64_t)(code >> 12 & 1) * 32;
}

/* Does to `number` what the instruction does to the register `of` if it adds a constant to it or
 * shifts it by one; false for all others. */
static bool apply(uint32_t code, uint32_t of, uint64_t *number)
{
    enum { C_OPERATION = 0xe003, C_ADDI = 0x0001, C_ADDIW = 0x2001, C_SLLI = 0x0002, SHIFT = 0x3f };
    uint64_t sum;
    if (target(code) != of || (!is_compressed(code) && source(code) != of))
        return false;
    if (is_compressed(code)) {
        sum = *number + (uint64_t)compressed_immediate(code);
        switch (code & C_OPERATION) {
        case C_ADDI:
            *number = sum;
            return true;
        case C_ADDIW:
            *number = (uint64_t)(int32_t)sum;
            return true;
        case C_SLLI:
            *number <<= compressed_immediate(code) & SHIFT;
            return true;
        default:
            return false;
        }
    }
    sum = *number + (uint64_t)immediate(code);
    switch (code & OPERATION) {
    case ADDI:
        *number = sum;
        return true;
    case ADDIW:
        *number = (uint64_t)(int32_t)sum;
        return true;
    case SLLI:
        *number <<= immediate(code) & SHIFT;
        return true;
    default:
        return false;
    }
}

/* The mark that LUI and what follows it make in a register, as assemblers do for LI. QEMU may end a
 * block among them: they are read from memory. */
static enum mark made(uint32_t first, uint64_t address)
{
    enum { INSTRUCTIONS = 8 };
    uint64_t number = (uint64_t)upper_immediate(first);
    enum mark mark = NO_MARK;
    address += sizeof first;
    for (int i = 1; i < INSTRUCTIONS && !mark; i++) {
        uint32_t code;
        if (!memory_read_virtual(address, &code, sizeof code) ||
            !apply(code, target(first), &number))
            return NO_MARK;
        mark = mark_of(number);
        address += is_compressed(code) ? 2 : sizeof code;
    }
    return mark;
}

/* The mark that AUIPC and LD take from a place beside the code: into that QEMU, emulating inside,
 * makes the others (tcg/riscv, tcg_out_movi). */
static enum mark loaded(uint32_t first, uint64_t address)
{
    uint32_t load;
    uint64_t number;
    if (!memory_read_virtual(address + sizeof first, &load, sizeof load) ||
        (load & OPERATION) != LD || target(load) != target(first) || source(load) != target(first))
        return NO_MARK;
    address += (uint64_t)(upper_immediate(first) + immediate(load));
    return memory_read_virtual(address, &number, sizeof number) ? mark_of(number) : NO_MARK;
}

static uint32_t code_of(const struct code *instruction)
{
    uint32_t code = 0;
    memcpy(&code, instruction->bytes,
           instruction->size < sizeof code ? instruction->size : sizeof code);
    return code;
}

enum mark riscv_marks(const struct block *block, size_t index)
{
    const struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    struct code whole = instruction_code(instruction);
    uint32_t code = code_of(&whole);
    switch (code & OPCODE) {
    case LUI:
        return made(code, address);
    case AUIPC:
        return loaded(code, address);
    default:
        return NO_MARK;
    }
}

/* The registers that hold where a function returns to ("Unconditional Jumps"). */
static bool is_link(uint32_t number) { return number == 1 || number == 5; }

enum kind riscv_kind(const struct code *instruction)
{
    enum { C_JUMP = 0xf07f, C_JR = 0x8002, C_JALR = 0x9002 };
    uint32_t code = code_of(instruction);
    if (is_compressed(code)) {
        if ((code & C_JUMP) == C_JALR && target(code))
            return CALL;
        return (code & C_JUMP) == C_JR && is_link(target(code)) ? RETURN : PLAIN;
    }
    bool is_far = (code & OPERATION) == JALR;
    if (((code & OPCODE) == JAL || is_far) && is_link(target(code)))
        return CALL;
    return is_far && !target(code) && is_link(source(code)) ? RETURN : PLAIN;
}
