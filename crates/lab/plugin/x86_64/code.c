#include "code.h"

#include <string.h>

/* Volume 3, appendix A: E8 and FF /2 call, C2 and C3 return; far ones change worlds, which is seen
 * anyway. */
enum kind x86_kind(const struct code *instruction)
{
    const uint8_t *code = instruction->bytes;
    size_t size = instruction->size;
    enum { CALL_NEAR = 0xe8, GROUP_5 = 0xff, RETURN_POP = 0xc2, RETURN_NEAR = 0xc3 };
    while (size > 1 && ((*code & 0xf0) == 0x40 || *code == 0xf2 || *code == 0xf3 || *code == 0x3e ||
                        *code == 0x66 || *code == 0x64 || *code == 0x65))
        code++, size--;
    if (*code == CALL_NEAR || (*code == GROUP_5 && size > 1 && (code[1] >> 3 & 7) == 2))
        return CALL;
    return *code == RETURN_POP || *code == RETURN_NEAR ? RETURN : PLAIN;
}

/* MOV r64, imm64: REX.W, B8 and the register, the number. */
enum mark x86_marks(const struct block *block, size_t index)
{
    struct code code = instruction_code(qemu_plugin_tb_get_insn(block, index));
    if (code.size != 10 || (code.bytes[0] & 0xf8) != 0x48 || (code.bytes[1] & 0xf8) != 0xb8)
        return NO_MARK;
    uint64_t number;
    memcpy(&number, code.bytes + 2, sizeof number);
    return mark_of(number);
}
