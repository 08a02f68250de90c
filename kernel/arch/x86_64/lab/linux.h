/* What programs of the lab's images need of Linux in place of a C library. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

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

static _Noreturn void leave(int status)
{
    for (;;)
        system_call(SYS_EXIT, status, 0, 0, 0, 0, 0);
}

/* Stores a value and stays at the next instruction. */
static inline _Noreturn void store_and_wait(volatile u8 *to, u8 value)
{
    asm volatile("movb %0, (%1)\n1: jmp 1b" : : "q"(value), "r"(to) : "memory");
    __builtin_unreachable();
}

/* The program; returns its exit status. */
static int run(long count, const char **words);

__attribute__((used)) static _Noreturn void start(long *stack)
{
    leave(run(stack[0], (const char **)(stack + 1)));
}

asm(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall start");
