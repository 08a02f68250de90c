/* POSIH's inline functions on RISC-V. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include "layout.h"

/* All RAM that Sv39's lower half can map 1:1 is mapped before the heap exists. */
#define EARLY_MAPPED_END (1ULL << 38)

/* Reads `time`, unless another counter was chosen at boot: timer.c then puts that one's
 * number into every read, and each has left its address in .counter_reads for that. Reads
 * of counters are ordered like input from a device, by FENCE with I (unprivileged
 * specification, "CSR Access Ordering"). */
static inline uint64_t timer_read(void)
{
    uint64_t now;
    asm volatile("fence iorw, iorw\n"
                 "0:\n\t"
                 "csrr %0, time\n\t"
                 "fence iorw, iorw\n\t"
                 ".pushsection .counter_reads, \"a\"\n\t"
                 ".word 0b - .\n\t"
                 ".popsection"
                 : "=r"(now)
                 :
                 : "memory");
    return now;
}

/* PAUSE, a FENCE that orders nothing on a CPU without Zihintpause. */
static inline void cpu_relax(void) { asm volatile(".word 0x0100000f" : : : "memory"); }

static inline void interrupts_enable(void)
{
    asm volatile("csrsi sstatus, %0" : : "K"(SSTATUS_SIE) : "memory");
}

static inline void interrupts_disable(void)
{
    asm volatile("csrci sstatus, %0" : : "K"(SSTATUS_SIE) : "memory");
}

/* WFI ends when an interrupt is pending, even with interrupts off: none can slip in before
 * it (privileged specification, 3.3.3). */
static inline void cpu_halt(void)
{
    asm volatile("wfi" : : : "memory");
    interrupts_enable();
}

static inline void uart_write(uint64_t reg, uint64_t character)
{
    asm volatile("sb %0, 0(%1)" : : "r"(character), "r"(reg) : "memory");
}

/* There is no string I/O: one store a character. */
static inline void uart_write_string(uint64_t reg, const char *text, size_t length)
{
    for (; length; length--, text++)
        uart_write(reg, (uint8_t)*text);
}

static inline void mmu_flush_page(uint64_t va)
{
    asm volatile("sfence.vma %0, zero" : : "r"(va) : "memory");
}

/* `root` is a value for satp; all have ASID 0, so that all is flushed. */
static inline void mmu_switch(uint64_t root)
{
    asm volatile("csrw satp, %0\n\tsfence.vma" : : "r"(root) : "memory");
}

/* No emulator looks for it yet. */
#define LEAVE_MARKER(number) asm volatile("li t0, %0" : : "i"(number) : "t0")

#define MEMORY_READ(address) "ld t0, 0(%0)", : : "r"(address) : "t0"
#define MEMORY_WRITE(address) "sd %0, 0(%0)", : : "r"(address) : "t0", "t1", "memory"
/* Four bytes each: EBREAK not compressed, and zeroes, which are illegal for ever (unprivileged
 * specification, "Expanded Instruction-Length Encoding"). Assemblers' UNIMP, a write to a CSR that
 * can only be read, would do as well, but OpenSBI prints a line on it. */
#define TRAP_BREAKPOINT ".word 0x00100073", : : : "t0", "memory"
#define TRAP_UNDEFINED ".word 0", : : : "t0", "memory"
#define UART_READ(reg) "lbu t0, 0(%0)", : : "r"(reg) : "t0"
#define UART_WRITE(reg, character) "sb %0, 0(%1)", : : "r"(character), "r"(reg)

#endif
