/*
 * What a guest does where no hypervisor is, of usage.h: that which depends on the machine. Ticks
 * come by its clock, and how often a program asks CPUID, by the maker.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Counts from now on. */
void events_begin(void);

/* Instructions as Bochs decodes and executes them, in user mode or not. False where it cannot be
 * known which one is CPUID. */
bool events_decoded(const char *instruction, const uint8_t *code, unsigned size);
void events_executed(const char *instruction, bool is_user);

/* The processor halts; it takes an interrupt of a device's or a timer's. */
void events_halts(unsigned cpu);
void events_interrupted(unsigned cpu, unsigned vector);

#endif
