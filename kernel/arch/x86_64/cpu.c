/* Descriptor tables of a CPU. */
#include "cpu.h"

enum { MSR_GS_BASE = 0xc0000101 };

struct cpu boot_cpu;

enum { IST_NMI = 1, IST_DOUBLE_FAULT = 2, IST_MACHINE_CHECK = 3 };

static uint64_t stack_top(uint8_t *stack) { return (uint64_t)stack + EXCEPTION_STACK; }

static void fill_gdt(struct cpu *cpu)
{
    uint64_t base = (uint64_t)&cpu->tss;
    uint64_t limit = sizeof cpu->tss - 1;
    cpu->gdt[SEGMENT_CODE / 8] = 0x00af9b000000ffff;
    cpu->gdt[SEGMENT_DATA / 8] = 0x00cf93000000ffff;
    cpu->gdt[SEGMENT_USER_DATA / 8] = 0x00cff3000000ffff;
    cpu->gdt[SEGMENT_USER_CODE / 8] = 0x00affb000000ffff;
    /* Type 9, available 64-bit TSS (Intel SDM 3, 7.2.3). */
    uint64_t *tss = &cpu->gdt[SEGMENT_TSS / 8];
    tss[0] = limit | (base & 0xffffff) << 16 | 0x89ULL << 40 | (base >> 24 & 0xff) << 56;
    tss[1] = base >> 32;
}

void cpu_load_tables(struct cpu *cpu)
{
    lgdt(&(struct descriptor_pointer){sizeof cpu->gdt - 1, (uint64_t)cpu->gdt});
    lidt(&idt_pointer);
}

void cpu_load(struct cpu *cpu)
{
    cpu->self = cpu;
    cpu->tss.ist[IST_NMI - 1] = stack_top(cpu->nmi_stack);
    cpu->tss.ist[IST_DOUBLE_FAULT - 1] = stack_top(cpu->double_fault_stack);
    cpu->tss.ist[IST_MACHINE_CHECK - 1] = stack_top(cpu->machine_check_stack);
    cpu->tss.io_map = sizeof cpu->tss;
    fill_gdt(cpu);
    cpu_load_tables(cpu);
    asm volatile("ltr %w0" : : "r"(SEGMENT_TSS));
    wrmsr(MSR_GS_BASE, (uint64_t)cpu);
}
