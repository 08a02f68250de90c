/* POSIH's inline functions in a process on AArch64, and what its signal handlers have to know. */
#ifndef POSIH_ARCH_H
#define POSIH_ARCH_H

#include <unprivileged.h>

#include <posih_process.h>

/* Where the interrupted code's registers are in what a handler is given, in bytes. */
enum { CONTEXT_IP = 440, CONTEXT_SP = 432 };

/* A store that a page may forbid. */
#define STORE_ZERO(address) "str xzr, [%0]", : : "r"(address) : "memory"

/* The counter, as programs read it. */
#define COUNTER_READ(now) "mrs %0, cntvct_el0", : "=r"(now)

/* How far behind the address that the handler is told the next instruction is. */
enum { SKIP_BREAKPOINT = 4, SKIP_UNDEFINED = 4, SKIP_STORE = 4 };

#endif
