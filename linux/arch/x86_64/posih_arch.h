/* POSIH's inline functions in a process on x86-64, and what its signal handlers have to know. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include <unprivileged.h>

#include <posih_process.h>

/* Where the interrupted code's registers are in what a handler is given, in bytes. */
enum { CONTEXT_IP = 168, CONTEXT_SP = 160 };

/* A store that a page may forbid. */
#define STORE_ZERO(address) "mov %%rax, (%0)", : : "D"(address) : "memory"

/* The counter, as programs read it. */
#define COUNTER_READ(now) "rdtsc", : "=a"(now) : : "rdx"

/* How far behind the address that the handler is told the next instruction is. */
enum { SKIP_BREAKPOINT = 0, SKIP_UNDEFINED = 2, SKIP_STORE = 3 };

#endif
