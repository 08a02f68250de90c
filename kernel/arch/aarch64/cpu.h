/* What each CPU has of its own. */
#ifndef CPU_H
#define CPU_H

#include <posih.h>

#include "layout.h"
#include "sysreg.h"

struct cpu {
    uint64_t stack_top, exception_stack_top; /* CPU_STACK_TOP and the next, of layout.h */
    unsigned index;
    uint64_t id;            /* affinity fields of MPIDR_EL1: the name PSCI and the GIC use */
    uint32_t gic_target;    /* GICv2: the bit of this CPU's interface */
    uint64_t redistributor; /* GICv3: this CPU's own, its address */
};

_Static_assert(offsetof(struct cpu, stack_top) == CPU_STACK_TOP, "layout.h");
_Static_assert(offsetof(struct cpu, exception_stack_top) == CPU_EXCEPTION_STACK_TOP, "layout.h");

extern struct cpu boot_cpu;

static inline struct cpu *this_cpu(void) { return (struct cpu *)read_sysreg(tpidr_el1); }

/* This CPU's affinity, all four fields in their places in MPIDR_EL1. */
static inline uint64_t cpu_id(void) { return read_sysreg(mpidr_el1) & 0xff00ffffffUL; }

/* Vendor, model name and numbers; into `machine`. */
void cpu_identify(void);

/* Whether this is the CPU model that only QEMU's emulator has. */
bool cpu_is_emulated(void);

#endif
