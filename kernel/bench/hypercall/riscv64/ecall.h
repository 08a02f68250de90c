/* Calls into the SBI with up to five arguments, of which the first two are lost in the answer
 * and are loaded anew each time (SBI 3). */
#ifndef ECALL_H
#define ECALL_H

#include <cpu.h>
#include <hyperbench.h>
#include <sbi.h>

static struct {
    uint64_t extension, function, argument[5];
} call;

/* What the loop needs, in registers; `first` is argument 0. */
#define ECALL_REGISTERS(first)                         \
    uint64_t a0 = first;                               \
    uint64_t a1 = call.argument[1];                    \
    register uint64_t a2 asm("a2") = call.argument[2]; \
    register uint64_t a3 asm("a3") = call.argument[3]; \
    register uint64_t a4 asm("a4") = call.argument[4]; \
    register uint64_t a6 asm("a6") = call.function;    \
    register uint64_t a7 asm("a7") = call.extension

/* clang-format off */
#define ECALL                                                                              \
    "mv a0, %0\n\tmv a1, %1\n\tecall", : : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(a4),    \
        "r"(a6), "r"(a7) : "a0", "a1", "memory"
/* clang-format on */

#endif
