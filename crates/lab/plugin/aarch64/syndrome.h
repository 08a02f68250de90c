/* Why an exception was taken to EL2. */
#ifndef SYNDROME_H
#define SYNDROME_H

#include <stdint.h>

/* The name of what ESR_EL2 holds; the same pointer each time. */
const char *syndrome_name(uint32_t syndrome);

#endif
