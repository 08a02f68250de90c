#ifndef EL2_H
#define EL2_H

#include <stdint.h>

/* Not 0 when the kernel came from EL2, so that EL2's vectors are ours. */
extern const uint32_t started_at_el2;

#endif
