/* What a program of the lab's images has in place of a C library. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

#include "linux.h" /* the architecture's */

enum { PAGE = 4096 };

static _Noreturn void leave(int status)
{
    for (;;)
        system_call(SYS_EXIT, status, 0, 0, 0, 0, 0);
}

/* Whether all could be written. */
static inline int write_all(long file, const u8 *from, u64 size)
{
    for (u64 sent = 0; sent < size;) {
        long n = system_call(SYS_WRITE, file, (long)(from + sent), (long)(size - sent), 0, 0, 0);
        if (n <= 0)
            return 0;
        sent += (u64)n;
    }
    return 1;
}

static inline long open_file(const char *path)
{
    enum { AT_FDCWD = -100, O_RDWR = 2 };
    return system_call(SYS_OPENAT, AT_FDCWD, (long)path, O_RDWR, 0, 0, 0);
}

/* The page at a place of a file that maps a device's registers; NULL where there is none. */
static inline u8 *map_registers(const char *path, long place)
{
    enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1 };
    long map =
        system_call(SYS_MMAP, 0, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, open_file(path), place);
    return map < 0 ? 0 : (u8 *)map;
}

/* The program; returns its exit status. */
static int run(long count, const char **words);

/* Called with the first stack pointer, where Linux has put the program's words. */
__attribute__((used)) static _Noreturn void start(long *stack)
{
    leave(run(stack[0], (const char **)(stack + 1)));
}
