/* How a program without a C library calls Linux. */
#pragma once

enum { SYS_READ = 0, SYS_WRITE = 1, SYS_MMAP = 9, SYS_SIGACTION = 13, SYS_SETITIMER = 38 };
enum { SYS_EXIT = 60, SYS_IOPL = 172, SYS_OPENAT = 257 };

static long system_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 asm("r10") = d, r8 asm("r8") = e, r9 asm("r9") = f;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                 : "rcx", "r11", "memory");
    return result;
}

/* Stores a value and stays at the next instruction. */
static inline _Noreturn void store_and_wait(volatile u8 *to, u8 value)
{
    asm volatile("movb %0, (%1)\n1: jmp 1b" : : "q"(value), "r"(to) : "memory");
    __builtin_unreachable();
}

asm(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall start");
