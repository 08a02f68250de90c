/* What code of any privilege may execute on x86-64: a part of posih_arch.h, and of that of a
 * process in linux/. */
#ifndef UNPRIVILEGED_H
#define UNPRIVILEGED_H

/* LFENCE on both sides: RDTSC alone may run ahead of older instructions and younger ones
 * ahead of it (Intel SDM 2B, RDTSC). CPUID would serialise too, but it exits. */
static inline uint64_t timer_read(void)
{
    uint32_t low, high;
    asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

static inline void cpu_relax(void) { asm volatile("pause" : : : "memory"); }

/* One instruction, which an emulator below translates to one that has the number as well. */
#define LEAVE_MARKER(number) asm volatile("movabs %0, %%rcx" : : "i"(number) : "rcx")

#define MEMORY_READ(address) "mov (%0), %%rax", : : "r"(address) : "rax"
#define MEMORY_WRITE(address) "mov %0, (%0)", : : "r"(address) : "rax", "rdx", "memory"
#define TRAP_BREAKPOINT "int3", : : : "memory"
#define TRAP_UNDEFINED "ud2", : : : "memory"

#endif
