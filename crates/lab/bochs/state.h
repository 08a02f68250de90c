/*
 * The processors' state, by the names under which Bochs keeps it, such as `VMX.in_vmx_guest`.
 */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stdint.h>

/* A number of the state. */
struct number;

/* A processor's number of this name; NULL where it has none. */
const struct number *state_number(unsigned processor, const char *name);

/* The flag of this name; the same. */
const struct number *state_flag(unsigned processor, const char *name);

/* What they are; 0 for NULL. */
uint64_t number_value(const struct number *);
bool flag_value(const struct number *);

/* A field of a processor's current VMCS, of 32 bits. */
uint32_t control_field(unsigned processor, unsigned encoding);

#endif
