/* Numbers of Linux' system calls where an architecture has no table of its own (Linux,
 * include/uapi/asm-generic/unistd.h). */
#pragma once

enum {
    SYS_OPENAT = 56,
    SYS_READ = 63,
    SYS_WRITE = 64,
    SYS_EXIT = 93,
    SYS_SETITIMER = 103,
    SYS_SIGACTION = 134,
    SYS_MMAP = 222
};
