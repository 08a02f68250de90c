/* What a program of the lab's images has in place of a C library. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

#include "linux.h" /* the architecture's */

static _Noreturn void leave(int status)
{
    for (;;)
        system_call(SYS_EXIT, status, 0, 0, 0, 0, 0);
}

/* The program; returns its exit status. */
static int run(long count, const char **words);

/* Called with the first stack pointer, where Linux has put the program's words. */
__attribute__((used)) static _Noreturn void start(long *stack)
{
    leave(run(stack[0], (const char **)(stack + 1)));
}
