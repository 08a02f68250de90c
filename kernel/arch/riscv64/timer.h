#ifndef TIMER_H
#define TIMER_H

#include <stdint.h>

/* What the counters showed at the kernel's first instructions; 0 for one that cannot be
 * read here. */
void timer_set_entry(uint64_t time, uint64_t cycle, uint64_t instret);

/* Chooses the counter that timer_read() reads, and finds out its rate. */
void timer_init(void);

/* Chooses how the alarm is set. Needs timer_init(). */
void alarm_init(void);

/* The value of `time` that the alarm is set for. */
uint64_t alarm_time(void);

/* Ticks of `time` in a second. */
uint64_t timebase_hz(void);

/* The alarm's interrupt. */
void alarm_expired(void);

#endif
