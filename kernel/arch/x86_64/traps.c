/* Interrupts and exceptions: the IDT and what follows an entry. */
#include <lib.h>

#include "apic.h"
#include "cpu.h"
#include "gates.h"

struct frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rbx, rax;
    uint64_t vector, error;
    uint64_t rip, cs, rflags, rsp, ss;
};

struct gate { /* Intel SDM 3, 6.14.1 */
    uint16_t offset_low, selector;
    uint8_t ist, type;
    uint16_t offset_middle;
    uint32_t offset_high, reserved;
};

enum { VECTORS = 256, STUB_SIZE = 16, GATE_INTERRUPT = 0x8e };

extern const uint8_t trap_stubs[];

static struct gate idt[VECTORS];
struct descriptor_pointer idt_pointer = {sizeof idt - 1, (uint64_t)idt};

static uint8_t stack_for(unsigned vector)
{
    switch (vector) {
    case 2: /* NMI */
        return 1;
    case 8: /* double fault */
        return 2;
    case 18: /* machine check */
        return 3;
    default:
        return 0;
    }
}

void gate_set(unsigned vector, const void *entry)
{
    uint64_t address = (uint64_t)entry;
    idt[vector] = (struct gate){
        .offset_low = (uint16_t)address,
        .offset_middle = (uint16_t)(address >> 16),
        .offset_high = (uint32_t)(address >> 32),
        .selector = SEGMENT_CODE,
        .ist = stack_for(vector),
        .type = GATE_INTERRUPT,
    };
}

void gates_reset(void)
{
    for (unsigned vector = 0; vector < VECTORS; vector++)
        gate_set(vector, trap_stubs + STUB_SIZE * vector);
}

static const char *exception_name(uint64_t vector)
{
    static const char *const names[32] = {
        "#DE", "#DB", "NMI", "#BP", "#OF", "#BR", "#UD", "#NM", "#DF", "#09", "#TS",
        "#NP", "#SS", "#GP", "#PF", "#15", "#MF", "#AC", "#MC", "#XM", "#VE", "#CP",
        "#22", "#23", "#24", "#25", "#26", "#27", "#HV", "#VC", "#SX", "#31",
    };
    return vector < 32 ? names[vector] : "unexpected interrupt";
}

enum { PAGE_FAULT = 14 };

static _Noreturn void exception(const struct frame *f)
{
    uint64_t flags = f->rflags, cr2 = read_cr2(), cr3 = read_cr3();
    static struct trap trap; /* too large for an exception stack */
    trap = (struct trap){
        .name = exception_name(f->vector),
        .vector = (unsigned)f->vector,
        .error = f->error,
        .ip = f->rip,
        .sp = f->rsp,
        .address = f->vector == PAGE_FAULT ? cr2 : 0,
        .cpu = this_cpu()->index,
        .registers = {{"rax", f->rax},
                      {"rbx", f->rbx},
                      {"rcx", f->rcx},
                      {"rdx", f->rdx},
                      {"rsi", f->rsi},
                      {"rdi", f->rdi},
                      {"rbp", f->rbp},
                      {"r8", f->r8},
                      {"r9", f->r9},
                      {"r10", f->r10},
                      {"r11", f->r11},
                      {"r12", f->r12},
                      {"r13", f->r13},
                      {"r14", f->r14},
                      {"r15", f->r15},
                      {"rflags", flags},
                      {"cr2", cr2},
                      {"cr3", cr3}},
    };
    trap_unhandled(&trap);
}

void trap_dispatch(const struct frame *f);

void trap_dispatch(const struct frame *f)
{
    switch (f->vector) {
    case VECTOR_CALL:
        calls_answer(this_cpu()->index);
        apic_end_of_interrupt();
        return;
    case VECTOR_ALARM:
        apic_end_of_interrupt(); /* first: the handler may not come back */
        apic_alarm_expired();
        return;
    case VECTORS_COUNTED ... VECTORS_COUNTED + VECTORS_COUNTED_COUNT - 1:
        apic_end_of_interrupt(); /* of a benchmark that has ended meanwhile */
        return;
    case VECTOR_SPURIOUS:
        return;
    default:
        exception(f);
    }
}
