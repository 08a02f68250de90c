/* How a program without a C library calls Linux. */
#pragma once

#include "generic.h"

static long system_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long a0 asm("a0") = a, a1 asm("a1") = b, a2 asm("a2") = c, a3 asm("a3") = d;
    register long a4 asm("a4") = e, a5 asm("a5") = f, a7 asm("a7") = number;
    asm volatile("ecall"
                 : "+r"(a0)
                 : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7)
                 : "memory");
    return a0;
}

/* Stores a value and stays at the next instruction. */
static inline _Noreturn void store_and_wait(volatile u8 *to, u8 value)
{
    asm volatile("sb %0, 0(%1)\n1: j 1b" : : "r"(value), "r"(to) : "memory");
    __builtin_unreachable();
}

asm(".globl _start\n_start:\n\tmv a0, sp\n\tj start");
