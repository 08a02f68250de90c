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

#include "../crates/monitors/plugin/plugin.h"

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static unsigned long turns;

static void waste(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    for (volatile unsigned long turn = 0; turn < turns; turn++)
        ;
}

/* 0F 22 is a MOV to a control register, in bits 3 to 5 of the next byte (AMD64 Architecture
 * Programmer's Manual, volume 3, appendix A). */
static bool loads_cr3(const uint8_t *code, size_t size)
{
    enum { REX = 0x40, ESCAPE = 0x0f, TO_CONTROL = 0x22, CR3 = 3 };
    if (size == 4 && (code[0] & 0xf0) == REX)
        code++, size--;
    return size == 3 && code[0] == ESCAPE && code[1] == TO_CONTROL && (code[2] >> 3 & 7) == CR3;
}

static void translated(plugin_id id, struct block *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        if (loads_cr3(qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction)))
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, waste, NO_REGISTERS, NULL);
    }
}

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const struct target *target, int argc, char **argv)
{
    static const char key[] = "turns=";
    (void)target;
    if (argc != 1 || strncmp(argv[0], key, strlen(key)) != 0)
        return 1;
    turns = strtoul(argv[0] + strlen(key), NULL, 10);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
