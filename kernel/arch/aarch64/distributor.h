/* The part of the interrupt controller that all CPUs share, as both kinds of it have it. */
#ifndef DISTRIBUTOR_H
#define DISTRIBUTOR_H

#include <stdint.h>

/* Its registers, after gic_init(). */
extern uint64_t gic_distributor;

/* Writes a field of a register that has `bits` for each interrupt. */
void distributor_set(uint32_t reg, uint32_t id, unsigned bits, uint32_t value);

/* Gives a shared interrupt its priority, and has it come at each edge of its line. */
void distributor_prepare(uint32_t id);

/* Lets it through, or keeps it back. */
void distributor_enable(uint32_t id);
void distributor_disable(uint32_t id);

#endif
