/* How a process calls Linux on RISC-V. */
#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

#include <stdint.h>

#include <system_call_generic.h>

#define SYSTEM_CALL(count, parameters, registers, ...)                                        \
    static inline long system_call##count parameters                                          \
    {                                                                                         \
        register long call asm("a7") = number;                                                \
        register long result asm("a0");                                                       \
        registers asm volatile("ecall" : "=r"(result) : "r"(call), ##__VA_ARGS__ : "memory"); \
        return result;                                                                        \
    }

#define R(index, value) register long r##index asm("a" #index) = value;

SYSTEM_CALL(0, (long number), )
SYSTEM_CALL(1, (long number, long a), R(0, a), "r"(r0))
SYSTEM_CALL(2, (long number, long a, long b), R(0, a) R(1, b), "r"(r0), "r"(r1))
SYSTEM_CALL(3, (long number, long a, long b, long c), R(0, a) R(1, b) R(2, c), "r"(r0), "r"(r1),
            "r"(r2))
SYSTEM_CALL(4, (long number, long a, long b, long c, long d), R(0, a) R(1, b) R(2, c) R(3, d),
            "r"(r0), "r"(r1), "r"(r2), "r"(r3))
SYSTEM_CALL(5, (long number, long a, long b, long c, long d, long e),
            R(0, a) R(1, b) R(2, c) R(3, d) R(4, e), "r"(r0), "r"(r1), "r"(r2), "r"(r3), "r"(r4))
SYSTEM_CALL(6, (long number, long a, long b, long c, long d, long e, long f),
            R(0, a) R(1, b) R(2, c) R(3, d) R(4, e) R(5, f), "r"(r0), "r"(r1), "r"(r2), "r"(r3),
            "r"(r4), "r"(r5))

/* What rt_sigaction() takes: a handler returns to what Linux maps into each process. */
struct signal_action {
    uint64_t handler, flags, mask;
};
#define SIGNAL_ACTION(handler, flags, restorer) \
    {                                           \
        handler, flags, 0                       \
    }

/* epoll's. */
struct epoll_event {
    uint32_t events;
    uint64_t data;
};

/* The name of clock_gettime() in what Linux maps into each process. */
#define VDSO_CLOCK_GETTIME "__vdso_clock_gettime"

#endif
