#include "code.h"

#include <string.h>

#include "../memory.h"

/* DDI 0487, C6.2: MOVZ and MOVK of 64 bits, with 16 bits from bit 5 on for the part of the register
 * that bits 21 and 22 name. */
static bool is_move(uint32_t code, uint32_t move, uint32_t part)
{
    return (code & 0xff800000) == move && (code >> 21 & 3) == part;
}

/* The number that MOVZ and three MOVKs put into a register, or 0. QEMU may end a block among them:
 * they are read from memory. */
static uint64_t moved(uint32_t first, uint64_t address)
{
    enum { PARTS = 4 };
    const uint32_t movz = 0xd2800000, movk = 0xf2800000;
    uint32_t code[PARTS];
    uint64_t number = first >> 5 & 0xffff;
    if (!is_move(first, movz, 0) || !number || number > WINDOW_CLOSES ||
        !memory_read_virtual(address, code, sizeof code))
        return 0;
    for (uint32_t part = 1; part < PARTS; part++) {
        if (!is_move(code[part], movk, part))
            return 0;
        number |= (uint64_t)(code[part] >> 5 & 0xffff) << part * 16;
    }
    return number;
}

/* The number that LDR takes from a place beside the code, or 0: into that QEMU, emulating inside,
 * makes the four moves. The distance is in bits 5 to 23, in words. */
static uint64_t loaded(uint32_t code, uint64_t address)
{
    const uint32_t ldr = 0x58000000;
    uint64_t number;
    int64_t distance = (int32_t)(code << 8) >> 13;
    bool is_load = (code & 0xff000000) == ldr;
    return is_load && memory_read_virtual(address + distance * 4, &number, sizeof number) ? number
                                                                                          : 0;
}

enum mark arm_marks(const struct block *block, size_t index)
{
    const struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    struct code whole = instruction_code(instruction);
    uint32_t code;
    memcpy(&code, whole.bytes, sizeof code);
    uint64_t number = moved(code, address);
    if (!number)
        number = loaded(code, address);
    return mark_of(number);
}

/* C4.1.66, "Branches": BL; BLR and RET, also with authentication. */
enum kind arm_kind(const struct code *instruction)
{
    uint32_t code;
    if (instruction->size < sizeof code)
        return PLAIN;
    memcpy(&code, instruction->bytes, sizeof code);
    if ((code & 0xfc000000) == 0x94000000 || (code & 0xfefff000) == 0xd63f0000)
        return CALL;
    return (code & 0xfffff000) == 0xd65f0000 ? RETURN : PLAIN;
}
