/* The time that benchmarks of timers wait for. */
#ifndef WAIT_H
#define WAIT_H

#include <process.h>

enum { WAIT_NS = 100000, BILLION = 1000000000 };

static uint64_t wait_ticks; /* the same in ticks of timer_read() */

static inline const char *wait_init(void)
{
    wait_ticks = mul_div(timer_hz(), WAIT_NS, BILLION);
    return NULL;
}

#endif
