/*
 * What a guest does, by its instructions and by the entries of its interrupt table (AMD64
 * Architecture Programmer's Manual, volume 3, appendix A, and volume 2, chapter 8).
 */
#include "events.h"

#include <string.h>

#include "../later.h"
#include "../memory.h"
#include "accesses.h"
#include "processor.h"
#include "shadow.h"
#include "usage.h"
#include "vectors.h"
#include "walk.h"

/* Of the registers that only matter to some, those that hypervisors leave to the guest; the timers
 * of the local APIC; all others (volume 2, appendix A; Intel SDM 4, table 2-2). */
static void look_at_wrmsr(void)
{
    enum { DEADLINE = 0x6e0, INITIAL_COUNT = 0x838, STAR = 0xc0000081, SFMASK = 0xc0000084 };
    enum { FS_BASE = 0xc0000100, KERNEL_GS_BASE = 0xc0000102, EOI = 0x80b };
    uint32_t which = (uint32_t)x86_register(RCX);
    if (which == DEADLINE || which == INITIAL_COUNT)
        usage_count("timer_set");
    else if (which == EOI)
        usage_count("interrupt_end");
    else if ((which < (uint32_t)STAR || which > (uint32_t)SFMASK) &&
             (which < (uint32_t)FS_BASE || which > (uint32_t)KERNEL_GS_BASE))
        usage_count("msr_write");
}

/* Linux' calls that copy an address space or put a program into one; a clone that shares its
 * parent's (CLONE_VM, in RDI or where that points to) does not. */
static void look_at_syscall(void)
{
    enum { CLONE = 56, FORK = 57, EXECVE = 59, EXECVEAT = 322, CLONE3 = 435, CLONE_VM = 0x100 };
    uint64_t call = x86_register(RAX), flags = x86_register(RDI);
    if (call == CLONE3 && !memory_read_virtual(flags, &flags, sizeof flags))
        return;
    if (call == EXECVE || call == EXECVEAT)
        usage_count("exec");
    else if (call == FORK || ((call == CLONE || call == CLONE3) && !(flags & CLONE_VM)))
        usage_count("fork");
}

static void look_at_root(void) { shadow_root(frame_of(x86_register(CR3))); }

/* The register with the address of the page that is flushed. */
static int flushed;

static void look_at_flush(void) { shadow_flush(x86_register(flushed)); }

static void flushes(unsigned cpu, void *base)
{
    (void)cpu;
    flushed = (int)(uintptr_t)base;
    look_later(look_at_flush);
}

static void looks_later(unsigned cpu, void *look)
{
    (void)cpu;
    look_later((void (*)(void))look);
}

/* 0F 20 and 0F 22 are MOVs from and to a control register, in bits 3 to 5 of the next byte. */
static const char *control(bool is_write, uint8_t which)
{
    enum { CR0 = 0, CR3 = 3, CR4 = 4 };
    switch (which >> 3 & 7) {
    case CR3:
        return is_write ? "root_switch" : "root_read";
    case CR0:
    case CR4:
        return is_write ? "control_write" : "control_read";
    default:
        return NULL;
    }
}

/* The event that an instruction behind 0F is. A hypervisor that may forbid processes CPUID looks
 * who asks. */
static const char *two_bytes(const uint8_t *code, size_t size, bool is_user)
{
    enum {
        CPUID = 0xa2,
        RDMSR = 0x32,
        RDTSC = 0x31,
        FROM_CONTROL = 0x20,
        TO_CONTROL = 0x22,
        GROUP_7 = 0x01,
        RDTSCP = 0xf9
    };
    enum { INVLPG = 7, REGISTER = 3 };
    if (code[0] == CPUID)
        return is_user ? "user_cpuid" : "cpuid";
    if (code[0] == RDMSR)
        return "msr_read";
    bool is_rdtscp = size > 1 && code[0] == GROUP_7 && code[1] == RDTSCP;
    if (is_user && (code[0] == RDTSC || is_rdtscp))
        return "user_clock_read";
    /* The clock itself is read in order, and the scheduler's is not (Linux,
     * arch/x86/include/asm/msr.h). */
    if (code[0] == RDTSC)
        return "sched_clock";
    if (is_rdtscp)
        return "clock_read";
    if (size < 2)
        return NULL;
    if (code[0] == FROM_CONTROL || code[0] == TO_CONTROL)
        return control(code[0] == TO_CONTROL, code[1]);
    if (code[0] == GROUP_7 && (code[1] >> 3 & 7) == INVLPG && code[1] >> 6 != REGISTER)
        return "page_flush";
    return size > 2 && !memcmp(code, "\x38\x82", 2) ? "page_flush" : NULL; /* INVPCID */
}

/* The event that an instruction is. */
static const char *one_byte(uint8_t code)
{
    if (code == 0xe4 || code == 0xe5 || code == 0xec || code == 0xed || (code & 0xfe) == 0x6c)
        return "io_in";
    if (code == 0xe6 || code == 0xe7 || code == 0xee || code == 0xef || (code & 0xfe) == 0x6e)
        return "io_out";
    return NULL;
}

/* Has the shadow told what an instruction behind 0F does to the processor's tables. `prefix` is
 * REX, whose bit 0 chooses among the upper registers; the page to flush is where one register
 * points to, as in all kernels that are seen here, else all pages are. */
static void watch_tables(struct instruction *instruction, const uint8_t *code, size_t size,
                         uint8_t prefix, const char *event)
{
    enum { INVLPG = 0x01, UPPER = 8, HAS_MORE = 4, IS_RELATIVE = 5 };
    static const int registers[] = {RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI};
    if (!event || size < 2)
        return;
    bool is_flush = !strcmp(event, "page_flush");
    unsigned base = code[1] & 7;
    if (is_flush && code[0] == INVLPG && code[1] >> 6 == 0 && base != HAS_MORE &&
        base != IS_RELATIVE) {
        uintptr_t number = prefix & 1 ? (uintptr_t)R8 + base : (uintptr_t)registers[base];
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, flushes, NO_REGISTERS, (void *)number);
    } else if (is_flush || !strcmp(event, "root_switch") || !strcmp(event, "control_write")) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, looks_later, NO_REGISTERS,
                                               (void *)look_at_root);
    }
}

static void watch_instruction(struct instruction *instruction, bool is_user)
{
    enum { ESCAPE = 0x0f, WRMSR = 0x30, SYSCALL = 0x05, HLT = 0xf4 };
    struct code whole = instruction_code(instruction);
    const uint8_t *code = whole.bytes;
    size_t size = whole.size;
    uint8_t prefix = 0;
    while (size > 1 && ((*code & 0xf0) == 0x40 || *code == 0xf2 || *code == 0xf3 || *code == 0x66))
        prefix = *code++, size--;
    if (*code != ESCAPE || size < 2) {
        const char *event = one_byte(*code);
        if (*code == HLT)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_halts, NO_REGISTERS, NULL);
        else if (event)
            instruction_counts(instruction, usage_counter(event));
        return;
    }
    void (*look)(void) = code[1] == WRMSR     ? look_at_wrmsr
                         : code[1] == SYSCALL ? look_at_syscall
                                              : NULL;
    const char *event = code[1] == SYSCALL ? "syscall" : two_bytes(code + 1, size - 1, is_user);
    if (look)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, looks_later, NO_REGISTERS,
                                               (void *)look);
    if (event)
        instruction_counts(instruction, usage_counter(event));
    watch_tables(instruction, code + 1, size - 1, prefix, event);
}

/* The error code is on the stack; bit 0 is set if the page is there (volume 2, 8.4.2). */
static void page_fault(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    uint64_t error = 0;
    bool is_there = memory_read_virtual(x86_register(RSP), &error, sizeof error) && error & 1;
    usage_count(is_there ? "protection_fault" : "page_fault");
}

static void interrupted(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    usage_interrupted();
}

void events_watch(const struct block *block, size_t index, bool is_user)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    accesses_watch(block, index);
    watch_instruction(instruction, is_user);
    if (index)
        return;
    if (is_user) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, usage_works, NO_REGISTERS, NULL);
        return;
    }
    int vector = vector_at(qemu_plugin_insn_vaddr(instruction));
    if (vector == PAGE_FAULT)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, page_fault, READS_REGISTERS, NULL);
    else if (vector >= EXTERNAL)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, interrupted, NO_REGISTERS, NULL);
    else if (vector != NO_VECTOR)
        instruction_counts(instruction, usage_counter("exception"));
}
