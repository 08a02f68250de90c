/* What code of any privilege may execute on AArch64: a part of posih_arch.h, and of that of a
 * process in linux/. */
#ifndef UNPRIVILEGED_H
#define UNPRIVILEGED_H

/* The virtual counter, which a hypervisor need not trap. ISB on both sides: a read of it may
 * be executed early, and what follows need not wait for it (Arm ARM, D11.2.1, "ordering of
 * counter reads"). */
static inline uint64_t timer_read(void)
{
    uint64_t ticks;
    asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
}

static inline void cpu_relax(void) { asm volatile("yield" : : : "memory"); }

/* Four instructions. QEMU, emulating inside, loads the number from beside its code instead. */
#define LEAVE_MARKER(number)                                                                   \
    asm volatile("movz x9, #((%0) & 0xffff)\n\tmovk x9, #((%0) >> 16 & 0xffff), lsl #16\n\t"   \
                 "movk x9, #((%0) >> 32 & 0xffff), lsl #32\n\tmovk x9, #((%0) >> 48), lsl #48" \
                 :                                                                             \
                 : "i"(number)                                                                 \
                 : "x9")

#define MEMORY_READ(address) "ldr x9, [%0]", : : "r"(address) : "x9"
#define MEMORY_WRITE(address) "str %0, [%0]", : : "r"(address) : "x9", "x10", "memory"
#define TRAP_BREAKPOINT "brk #0", : : : "x9", "memory"
#define TRAP_UNDEFINED "udf #0", : : : "x9", "memory"

#endif
