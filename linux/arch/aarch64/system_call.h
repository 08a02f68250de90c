/* How a process calls Linux on AArch64. */
#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

#include <stdint.h>

#define CALL_NUMBER "x8"
#define CALL_ARGUMENT "x"
#define CALL_INSTRUCTION "svc #0"

#include <system_call_generic.h>

/* Past the page cache. */
#define O_DIRECT 0200000

/* What rt_sigaction() takes. */
struct signal_action {
    uint64_t handler, flags;
    const void *restorer; /* where the handler returns to */
    uint64_t mask;
};
#define SIGNAL_ACTION(handler, flags, restorer) {handler, (flags) | 0x04000000, restorer, 0}

/* epoll's. */
struct epoll_event {
    uint32_t events;
    uint64_t data;
};

/* The name of clock_gettime() in what Linux maps into each process. */
#define VDSO_CLOCK_GETTIME "__kernel_clock_gettime"

#endif
