/* The guest, as an architecture tells of it. */
#ifndef GUEST_H
#define GUEST_H

#include "counts.h"

/* Whether the guest runs on the processor whose turn it is, as of its last instruction. */
bool guest_runs(void);

/* The guest goes on with the next instruction. */
void guest_entered(void);

/* The guest was left before the current instruction, for the reason of this name, a constant. Its
 * last instruction was begun in the world `aborted` and did not complete; WORLDS if it did. */
void guest_left(const char *reason, enum world aborted);

/* The same of a trap that the processor takes as it does from any program: aborts.h finds out
 * whether the last instruction completed. */
void guest_trapped(const char *reason);

/* The guest that is a hypervisor has been left; the rest as above. */
void outer_guest_left(const char *reason, enum world aborted);

/* Whether the guest is one of a guest: of a hypervisor that is a guest itself. */
extern bool is_nested;

#endif
