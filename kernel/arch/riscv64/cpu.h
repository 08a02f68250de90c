/* What each CPU (hart) has of its own. */
#ifndef CPU_H
#define CPU_H

#include <posih.h>

struct cpu {
    uint8_t *stack_top;  /* secondary_entry loads it; the boot CPU has its own */
    uint64_t scratch[2]; /* trap_entry's */
    unsigned index;
    uint64_t hart;
    volatile uint32_t *message; /* where an IPI to it is written, if there is such a place */
};

_Static_assert(__builtin_offsetof(struct cpu, stack_top) == CPU_STACK_TOP, "layout");
_Static_assert(__builtin_offsetof(struct cpu, scratch) == CPU_SCRATCH, "layout");

extern struct cpu boot_cpu;

/* tp holds it on every CPU from the first C function on; no code here uses it otherwise. */
static inline struct cpu *this_cpu(void)
{
    struct cpu *cpu;
    asm("mv %0, tp" : "=r"(cpu));
    return cpu;
}

/* The device tree's node of a hart, FDT_NONE when it has none. */
int32_t cpu_node(uint64_t hart);

/* Whether the boot CPU's ISA string names a multi-letter extension, such as "sstc". */
bool cpu_has(const char *extension);

/* Vendor, ISA, version; into `machine`. */
void cpu_identify(void);

#endif
