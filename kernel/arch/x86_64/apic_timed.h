/* Timed loops for operations on the local APIC. The two interfaces take different instructions:
 * each has its own loops, and run() and control() go to those of the one that is on. */
#ifndef APIC_TIMED_H
#define APIC_TIMED_H

#include <hyperbench.h>

#include "apic.h"

/* run() and control() from the operation stated for both interfaces. `xapic` and `x2apic` are in
 * parentheses what TIMED_INSN takes; `apic` is the xAPIC's address there. */
#define TIMED_APIC(xapic, x2apic) TIMED_APIC_OF(run, control, , xapic, x2apic)

/* The same under other names, and with statements that run before either loop. */
#define TIMED_APIC_OF(run, control, before, xapic, x2apic)                                         \
    TIMED_APIC_LOOPS_(TIMED_INSN_OF, run##_xapic, control##_xapic, uint64_t apic = apic_address(); \
                      before, , TIMED_APIC_OPEN_ xapic)                                            \
    TIMED_APIC_LOOPS_(TIMED_INSN_OF, run##_x2apic, control##_x2apic, before, ,                     \
                      TIMED_APIC_OPEN_ x2apic)                                                     \
    static void run(uint64_t n) { apic_is_x2apic() ? run##_x2apic(n) : run##_xapic(n); }           \
    static void control(uint64_t n) { apic_is_x2apic() ? control##_x2apic(n) : control##_xapic(n); }

#define TIMED_APIC_LOOPS_(macro, ...) macro(__VA_ARGS__)
#define TIMED_APIC_OPEN_(...) __VA_ARGS__

/* One register written with a value of 32 bits. */
#define TIMED_APIC_WRITE(reg, value)                                                             \
    TIMED_APIC(("movl %0, %c1(%2)", : : "r"((uint32_t)(value)), "i"(reg), "r"(apic) : "memory"), \
               ("wrmsr", : : "c"(APIC_MSR(reg)), "a"((uint32_t)(value)), "d"(0) : "memory"))

/* One register read. */
#define TIMED_APIC_READ(run, control, reg)                                                  \
    TIMED_APIC_OF(run, control, , ("movl %c0(%1), %%eax", : : "i"(reg), "r"(apic) : "rax"), \
                  ("rdmsr", : : "c"(APIC_MSR(reg)) : "rax", "rdx"))

static inline const char *apic_needed(void)
{
    return apic_present() ? NULL : "the machine has no local APIC";
}

#endif
