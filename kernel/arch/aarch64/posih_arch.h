/* POSIH's inline functions on AArch64. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include "unprivileged.h"

/* All RAM is mapped before the heap is laid out. */
#define EARLY_MAPPED_END UINT64_MAX

/* The I bit of DAIF alone: SErrors stay as they are. */
static inline void interrupts_enable(void) { asm volatile("msr daifclr, #2" : : : "memory"); }
static inline void interrupts_disable(void) { asm volatile("msr daifset, #2" : : : "memory"); }

/* A pending interrupt ends WFI even while it is masked (Arm ARM, D1.6.2), so none is lost
 * that comes just before it. */
static inline void cpu_halt(void)
{
    asm volatile("dsb sy\n\twfi" : : : "memory");
    interrupts_enable();
}

/* Bytes, because that is the one width that a PL011 and a 16550 both take. */
static inline void uart_write(uint64_t reg, uint64_t character)
{
    asm volatile("strb %w0, [%1]" : : "r"(character), "r"(reg) : "memory");
}

/* There is no string I/O: a store for each character. */
static inline void uart_write_string(uint64_t reg, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        uart_write(reg, (uint8_t)text[i]);
}

/* By address, for all ASIDs. DSB ends the stores before and the invalidation (Arm ARM, D8.13,
 * "TLB maintenance"). */
static inline void mmu_flush_page(uint64_t va)
{
    asm volatile("dsb nshst\n\ttlbi vaae1, %0\n\tdsb nsh\n\tisb" : : "r"(va >> 12) : "memory");
}

/* All is flushed because all roots have ASID 0 and no entry is marked not global. */
static inline void mmu_switch(uint64_t root)
{
    asm volatile("dsb nshst\n\tmsr ttbr0_el1, %0\n\tisb\n\ttlbi vmalle1\n\tdsb nsh\n\tisb"
                 :
                 : "r"(root)
                 : "memory");
}

#define UART_READ(reg) "ldrb w9, [%0]", : : "r"(reg) : "x9"
#define UART_WRITE(reg, character) "strb %w0, [%1]", : : "r"((uint64_t)(character)), "r"(reg)

#endif
