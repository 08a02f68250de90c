/*
 * Below Xen a paravirtual guest is a program: its kernel and its processes are in user mode, told
 * apart by their addresses, and so is all of dom0. What leaves it is SYSCALL, a fault or an
 * interrupt, what enters it IRET or SYSRET. Xen itself is at the addresses that kernels leave to a
 * hypervisor (Xen, public/arch-x86/xen-x86_64.h).
 */
#include "paravirtual.h"

#include <string.h>

#include "../guest.h"
#include "../memory.h"
#include "hypercalls.h"
#include "processor.h"
#include "vectors.h"

/* In place of a vector. */
enum { SYSTEM_CALL = VECTORS };

static bool is_xens(uint64_t address)
{
    return address >= 0xffff800000000000 && address < 0xffff880000000000;
}

static bool is_kernels(uint64_t address) { return address >> 63; }

/* The virtual processor that runs: behind what is kept of user mode's registers, into which the
 * task's stack leads (AMD64 Architecture Programmer's Manual, volume 2, 12.2.5; Xen,
 * asm-x86/current.h). */
static uint64_t running(void)
{
    enum { STACK = 4, BEHIND = 40 };
    uint64_t stack, found = 0;
    if (!memory_read_virtual(x86_task_state() + STACK, &stack, sizeof stack) ||
        !memory_read_virtual(stack + BEHIND, &found, sizeof found))
        return 0;
    return found;
}

/* The first one that is seen is dom0's: it starts the guest. */
static bool is_guests(void)
{
    static uint64_t dom0s;
    uint64_t found = running();
    if (!dom0s)
        dom0s = found;
    return found != dom0s;
}

static void enters_by_iret(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    enum { USER = 3 };
    uint64_t frame[2] = {0}; /* where to, and with which privilege */
    memory_read_virtual(x86_register(RSP), frame, sizeof frame);
    if ((frame[1] & USER) == USER && is_guests())
        guest_entered();
}

static void enters_by_sysret(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (is_guests())
        guest_entered();
}

/* SYSCALL leaves where it goes on in RCX, and kernels have the number of what they want in RAX. */
static const char *name(int vector)
{
    enum { INTERRUPT_BY_INSTRUCTION = 0x80 };
    if (vector == SYSTEM_CALL)
        return is_kernels(x86_register(RCX)) ? hypercall_name(x86_register(RAX)) : "syscall";
    if (vector == PAGE_FAULT)
        return "pf";
    if (vector < EXTERNAL)
        return numbered_reason("exception_%u", (uint64_t)vector);
    return vector == INTERRUPT_BY_INSTRUCTION ? "int" : "intr";
}

static void leaves(unsigned processor, void *vector)
{
    (void)processor;
    if (guest_runs())
        guest_trapped(name((int)(intptr_t)vector));
}

static void (*enters(const struct instruction *instruction))(unsigned, void *)
{
    static const uint8_t iret[] = {0x48, 0xcf}, sysret[] = {0x48, 0x0f, 0x07};
    struct code code = instruction_code(instruction);
    if (code.size == sizeof iret && !memcmp(code.bytes, iret, sizeof iret))
        return enters_by_iret;
    return code.size == sizeof sysret && !memcmp(code.bytes, sysret, sizeof sysret)
               ? enters_by_sysret
               : NULL;
}

bool paravirtual_is_kernel(void)
{
    return guest_runs() && !x86_is_in_guest_mode() && is_kernels(x86_place());
}

void paravirtual_hook(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    if (!is_xens(address) || x86_is_in_guest_mode())
        return;
    void (*enter)(unsigned, void *) = enters(instruction);
    if (enter)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, enter, READS_REGISTERS, NULL);
    if (index)
        return;
    int vector = address == x86_system_calls() ? SYSTEM_CALL : vector_at(address);
    if (vector == NO_VECTOR)
        return;
    leaves(0, (void *)(intptr_t)vector);
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, leaves, READS_REGISTERS,
                                           (void *)(intptr_t)vector);
}
