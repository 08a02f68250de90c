/* How a program without a C library calls Linux. */
#pragma once

#include "generic.h"

static long system_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long x0 asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = c, x3 asm("x3") = d;
    register long x4 asm("x4") = e, x5 asm("x5") = f, x8 asm("x8") = number;
    asm volatile("svc #0"
                 : "+r"(x0)
                 : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x8)
                 : "memory");
    return x0;
}

/* Stores a value and stays at the next instruction. */
static inline _Noreturn void store_and_wait(volatile u8 *to, u8 value)
{
    asm volatile("strb %w0, [%1]\n1: b 1b" : : "r"(value), "r"(to) : "memory");
    __builtin_unreachable();
}

asm(".globl _start\n_start:\n\tmov x0, sp\n\tb start");
