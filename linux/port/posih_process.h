/* What posih_arch.h defines for a process, whatever the architecture: next to nothing. */
#ifndef POSIH_PROCESS_H
#define POSIH_PROCESS_H

/* The process has all its memory in one range of addresses. */
#define EARLY_MAPPED_END UINT64_MAX

/* Signals take the place of interrupts; none is ever held back. */
static inline void interrupts_enable(void) {}
static inline void interrupts_disable(void) {}
static inline void cpu_halt(void) {}

/* There is no serial port, and page tables are the system's own. */
static inline void uart_write(uint64_t reg, uint64_t character) { (void)reg, (void)character; }
static inline void uart_write_string(uint64_t reg, const char *text, size_t length)
{
    (void)reg, (void)text, (void)length;
}
static inline void mmu_flush_page(uint64_t va) { (void)va; }
static inline void mmu_switch(uint64_t root) { (void)root; }

#define UART_READ(reg) "", : : "r"(reg)
#define UART_WRITE(reg, character) "", : : "r"(reg), "r"(character)

#endif
