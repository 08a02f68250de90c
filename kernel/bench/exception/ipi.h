/* What the two IPI benchmarks share: CPU 1 answers, CPU 0 asks and waits. */
#ifndef IPI_H
#define IPI_H

#include <hyperbench.h>

enum { RECEIVER = 1 };

static volatile uint64_t answers;

static void answer(void *unused)
{
    (void)unused;
    answers = answers + 1;
}

static inline void call_and_wait(void)
{
    uint64_t before = answers;
    on_cpu(RECEIVER, answer, NULL);
    while (answers == before)
        cpu_relax();
}

static inline void wait_until_idle(void)
{
    while (!cpu_is_idle(RECEIVER))
        cpu_relax();
}

/* The receiver notices its new way to idle after a call. A receiver that never comes back
 * is ended by the benchmark's time-out. */
static inline void set_receiver_idle(enum idle_mode mode)
{
    wait_until_idle();
    cpu_set_idle(RECEIVER, mode);
    call_and_wait();
    wait_until_idle();
}

#endif
