/* POSIH's inline functions on x86-64. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include "unprivileged.h"

/* RAM below this is mapped from the first instruction on. */
#define EARLY_MAPPED_END 0x100000000ULL

static inline void interrupts_enable(void) { asm volatile("sti" : : : "memory"); }
static inline void interrupts_disable(void) { asm volatile("cli" : : : "memory"); }

/* STI holds interrupts off for one more instruction, so that none can come between it and
 * HLT (Intel SDM 2B, STI). */
static inline void cpu_halt(void) { asm volatile("sti\n\thlt" : : : "memory"); }

static inline void uart_write(uint64_t reg, uint64_t character)
{
    asm volatile("outb %b0, %w1" : : "a"(character), "d"(reg) : "memory");
}

static inline void uart_write_string(uint64_t reg, const char *text, size_t length)
{
    asm volatile("rep outsb" : "+S"(text), "+c"(length) : "d"(reg) : "memory");
}

static inline void mmu_flush_page(uint64_t va)
{
    asm volatile("invlpg (%0)" : : "r"(va) : "memory");
}

/* Without PCIDs the write flushes the TLB (Intel SDM 3, 4.10.4.1). */
static inline void mmu_switch(uint64_t root)
{
    asm volatile("mov %0, %%cr3" : : "r"(root) : "memory");
}

/* UEFI 2.10, 2.3.4.2: Microsoft's calling convention. */
#define EFI_CALL __attribute__((ms_abi))

#define UART_READ(reg) "inb %w0, %%al", : : "d"(reg) : "rax"
#define UART_WRITE(reg, character) "outb %b0, %w1", : : "a"(character), "d"(reg)

#endif
