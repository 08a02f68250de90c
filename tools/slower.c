/*
 * A QEMU plugin in which one instruction takes longer: at each load of CR3 it goes through a loop.
 *
 *   -plugin slower.so,turns=N
 *
 * It is for x86-64 guests.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "qemu.h"

static unsigned long turns;

static void waste(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    for (volatile unsigned long turn = 0; turn < turns; turn++)
        ;
}

/* 0F 22 is a MOV to a control register, in bits 3 to 5 of the next byte (AMD64 Architecture
 * Programmer's Manual, volume 3, appendix A). */
static bool loads_cr3(const struct code *instruction)
{
    const uint8_t *code = instruction->bytes;
    size_t size = instruction->size;
    enum { REX = 0x40, ESCAPE = 0x0f, TO_CONTROL = 0x22, CR3 = 3 };
    if (size == 4 && (code[0] & 0xf0) == REX)
        code++, size--;
    return size == 3 && code[0] == ESCAPE && code[1] == TO_CONTROL && (code[2] >> 3 & 7) == CR3;
}

static void translated(struct block *block)
{
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        struct code code = instruction_code(instruction);
        if (loads_cr3(&code))
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, waste, NO_REGISTERS, NULL);
    }
}

const char *plugin_lacks(const char *target)
{
    return strcmp(target, "x86_64") ? "it is for x86-64 guests" : NULL;
}

bool plugin_begins(plugin_id id, int argc, char **argv)
{
    turns = strtoul(argument(argc, argv, "turns="), NULL, 10);
    when_translated(id, translated);
    return turns;
}
