/* POSIH's inline functions on RISC-V. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include "layout.h"
#include "unprivileged.h"

/* All RAM that Sv39's lower half can map 1:1 is mapped before the heap exists. */
#define EARLY_MAPPED_END (1ULL << 38)

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

#define UART_READ(reg) "lbu t0, 0(%0)", : : "r"(reg) : "t0"
#define UART_WRITE(reg, character) "sb %0, 0(%1)", : : "r"(character), "r"(reg)

#endif
