/*
 * What a guest does that a hypervisor may have to do something about, counted where there is none:
 * the usage of docs/prediction.md.
 */
#ifndef USAGE_H
#define USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The counter of an event, made at the first call; `event` is a constant. */
uint64_t *usage_counter(const char *event);

/* Counts it once more. */
void usage_count(const char *event);

/* What a guest does that sleeps: it halts, it takes an interrupt, it executes in user mode. A halt
 * that leads to nothing but the next one is `idle_halt`, any other `halt`; the interrupt that ends
 * one belongs to it, and is no `interrupt`. The first and the last are called by the emulator. */
void usage_halts(unsigned processor, void *unused);
void usage_interrupted(void);
void usage_works(unsigned processor, void *unused);

/* A window opens; and what has been counted in it, a word for each event: use_EVENT=N. Where a part
 * of the events is counted alone it is part_EVENT=N, also for one that did not happen. */
void usage_window_opens(void);
void usage_print(FILE *to, bool is_part);

#endif
