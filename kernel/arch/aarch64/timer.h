#ifndef TIMER_H
#define TIMER_H

#include <stdint.h>

/* Learns the counter's frequency, and prepares the alarm; needs the interrupt controller. */
void timer_init(void);

/* The alarm's interrupt, and what follows it. */
uint32_t timer_interrupt(void);
void timer_alarm_expired(void);

#endif
