/* What each CPU has of its own. */
#ifndef CPU_H
#define CPU_H

#include <posih.h>

#include "x86.h"

enum { EXCEPTION_STACK = 4096 };

struct tss { /* Intel SDM 3, 7.7 */
    uint32_t reserved0;
    uint64_t rsp[3];
    uint64_t reserved1;
    uint64_t ist[7];
    uint64_t reserved2;
    uint16_t reserved3, io_map;
} __attribute__((packed));

struct cpu {
    struct cpu *self; /* at GS:0 */
    unsigned index;
    uint32_t apic_id;

    uint64_t gdt[7]; /* null, code and data of ring 0, data and code of ring 3, TSS (two) */
    struct tss tss;
    uint8_t nmi_stack[EXCEPTION_STACK] __attribute__((aligned(16)));
    uint8_t double_fault_stack[EXCEPTION_STACK] __attribute__((aligned(16)));
    uint8_t machine_check_stack[EXCEPTION_STACK] __attribute__((aligned(16)));
};

extern struct cpu boot_cpu;

/* Loads this CPU's own GDT, TSS, IDT and GS base. */
void cpu_load(struct cpu *cpu);

/* Loads GDT and IDT only: repairs what a benchmark may have damaged. */
void cpu_load_tables(struct cpu *cpu);

static inline struct cpu *this_cpu(void)
{
    struct cpu *cpu;
    asm volatile("mov %%gs:0, %0" : "=r"(cpu));
    return cpu;
}

/* The APIC ID of a CPU, by its number below cpu_count(). */
uint32_t cpu_apic_id(unsigned cpu);

/* Vendor, model name, family; into `machine`. */
void cpu_identify(void);

/* Whether AMD, or a maker of the same processors, made it: which instruction is its hypercall. */
bool cpu_is_amd(void);

extern struct descriptor_pointer idt_pointer;

#endif
