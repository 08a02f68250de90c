#ifndef TIMER_H
#define TIMER_H

/* Finds the counter's frequency; needs ACPI and the hypervisor known. */
void timer_init(void);

#endif
