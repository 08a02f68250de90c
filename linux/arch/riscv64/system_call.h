/* How a process calls Linux on RISC-V. */
#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

#include <stdint.h>

#define CALL_NUMBER "a7"
#define CALL_ARGUMENT "a"
#define CALL_INSTRUCTION "ecall"

#include <system_call_generic.h>

/* Past the page cache. */
#define O_DIRECT 040000

/* What rt_sigaction() takes: a handler returns to what Linux maps into each process. */
struct signal_action {
    uint64_t handler, flags, mask;
};
#define SIGNAL_ACTION(handler, flags, restorer) {handler, flags, 0}

/* epoll's. */
struct epoll_event {
    uint32_t events;
    uint64_t data;
};

/* The name of clock_gettime() in what Linux maps into each process. */
#define VDSO_CLOCK_GETTIME "__vdso_clock_gettime"

#endif
