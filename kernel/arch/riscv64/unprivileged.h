/* What code of any privilege may execute on RISC-V: a part of posih_arch.h, and of that of a
 * process in linux/. */
#ifndef UNPRIVILEGED_H
#define UNPRIVILEGED_H

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

/* LUI, and what shifts it and adds to it (crates/lab/plugin/riscv64/code.c). */
#define LEAVE_MARKER(number) asm volatile("li t0, %0" : : "i"(number) : "t0")

#define MEMORY_READ(address) "ld t0, 0(%0)", : : "r"(address) : "t0"
#define MEMORY_WRITE(address) "sd %0, 0(%0)", : : "r"(address) : "t0", "t1", "memory"
/* Four bytes each: EBREAK not compressed, and zeroes, which are illegal for ever (unprivileged
 * specification, "Expanded Instruction-Length Encoding"). Assemblers' UNIMP, a write to a CSR that
 * can only be read, would do as well, but OpenSBI prints a line on it. */
#define TRAP_BREAKPOINT ".word 0x00100073", : : : "t0", "memory"
#define TRAP_UNDEFINED ".word 0", : : : "t0", "memory"

#endif
