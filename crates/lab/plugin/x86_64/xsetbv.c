/*
 * QEMU writes XCR0 for a guest although its hypervisor has asked to be told (AMD64 APM, volume 2,
 * 15.9; target/i386/tcg has no check of the intercept). The hypervisor then answers CPUID's leaf
 * 0xD as if the register had the value of a reset: Linux finds that the sizes there do not fit, and
 * gives up XSAVE and AVX.
 *
 * What registers hold is in the processor's state between two blocks alone, and XSETBV ends its
 * block. So it is taken back before the next one: XCR0 has its old value again, and the guest is
 * left at XSETBV by QEMU's own check. QEMU's clock has counted the instruction by then.
 */
#include "xsetbv.h"

#include <string.h>

#include "../turns.h"
#include "counts.h"
#include "processor.h"
#include "svm.h"

enum { SIZE = 3, PLACES = 16, EXIT_CODE = 0x70, XSETBV = 0x8d };

static uint64_t places[PLACES]; /* behind each XSETBV of a guest's */

/* What a processor's last XSETBV has done, until it is known whether somebody asks. */
static struct {
    uint64_t next, before;
} written[PROCESSORS];

static void writes(unsigned processor, void *next)
{
    (void)processor;
    unsigned turn = turns_now();
    written[turn].next = (uint64_t)(uintptr_t)next;
    written[turn].before = *x86_saved_states();
}

/* A processor that faulted at it goes on elsewhere. */
static void goes_on(unsigned processor, void *place)
{
    (void)processor;
    unsigned turn = turns_now();
    if (written[turn].next != (uint64_t)(uintptr_t)place || !x86_is_intercepted(XSETBV))
        return;
    written[turn].next = 0;
    *x86_saved_states() = written[turn].before;
    x86_leaves_before(SIZE, XSETBV, __builtin_return_address(0));
}

/* A QEMU that leaves the guest itself has nothing taken back. */
static void enters(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (svm_given(EXIT_CODE) == XSETBV)
        written[turns_now()].next = 0;
}

static void remember(uint64_t place)
{
    for (int i = 0; i < PLACES && places[i] != place; i++)
        if (!places[i]) {
            places[i] = place;
            return;
        }
}

static bool is_behind(uint64_t address)
{
    for (int i = 0; i < PLACES && places[i]; i++)
        if (places[i] == address)
            return true;
    return false;
}

void xsetbv_mend(const struct block *block, size_t index)
{
    static const uint8_t xsetbv[SIZE] = {0x0f, 0x01, 0xd1};
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    struct code code = instruction_code(instruction);
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    if (svm_enters(instruction))
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, enters, READS_REGISTERS, NULL);
    if (!x86_is_in_guest_mode())
        return;
    if (index == 0 && is_behind(address))
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, goes_on, READS_REGISTERS,
                                               (void *)(uintptr_t)address);
    if (code.size == SIZE && !memcmp(code.bytes, xsetbv, SIZE)) {
        remember(address + SIZE);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, writes, NO_REGISTERS,
                                               (void *)(uintptr_t)(address + SIZE));
    }
}
