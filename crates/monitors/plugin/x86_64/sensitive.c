/* The sensitive instructions of x86-64: Intel SDM 2, appendix A, the opcode maps. */
#include <stdbool.h>

#include <plugin.h>

static bool is_prefix(uint8_t byte)
{
    switch (byte) {
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65: /* segments */
    case 0x66:
    case 0x67: /* sizes */
    case 0xf0:
    case 0xf2:
    case 0xf3: /* lock, repeat */
        return true;
    default:
        return byte >> 4 == 4; /* REX */
    }
}

static const char *one_byte(uint8_t opcode)
{
    switch (opcode) {
    case 0xe4:
    case 0xe5:
    case 0xec:
    case 0xed:
        return "in";
    case 0xe6:
    case 0xe7:
    case 0xee:
    case 0xef:
        return "out";
    case 0x6c:
    case 0x6d:
        return "ins";
    case 0x6e:
    case 0x6f:
        return "outs";
    case 0x9c:
        return "pushf";
    case 0x9d:
        return "popf";
    case 0xf4:
        return "hlt";
    default:
        return NULL;
    }
}

/* Opcode 0F 01: what it is depends on the register field, and on whether it names memory. */
static const char *group_7(uint8_t modrm)
{
    static const char *const with_memory[] = {"sgdt", "sidt", "lgdt", "lidt",
                                              "smsw", NULL,   "lmsw", "invlpg"};
    bool memory = modrm >> 6 != 3;
    uint8_t reg = modrm >> 3 & 7;
    if (memory || reg == 4 || reg == 6)
        return with_memory[reg];
    return modrm == 0xc1 || modrm == 0xd9 ? "hypercall" : NULL;
}

static const char *two_byte(uint8_t opcode, uint8_t modrm)
{
    static const char *const group_6[] = {"sldt", "str", "lldt", "ltr", NULL, NULL, NULL, NULL};
    uint8_t reg = modrm >> 3 & 7;
    switch (opcode) {
    case 0x00:
        return group_6[reg];
    case 0x01:
        return group_7(modrm);
    case 0x20:
        return "read_cr";
    case 0x22:
        return reg == 3 ? "write_cr3" : "write_cr";
    case 0x30:
        return "wrmsr";
    case 0x32:
        return "rdmsr";
    case 0xa2:
        return "cpuid";
    default:
        return NULL;
    }
}

static const char *decode(const uint8_t *code, size_t size)
{
    while (size && is_prefix(*code))
        code++, size--;
    if (!size)
        return NULL;
    if (*code != 0x0f)
        return one_byte(*code);
    return size >= 2 ? two_byte(code[1], size >= 3 ? code[2] : 0) : NULL;
}

DECODER("x86_64", decode);
