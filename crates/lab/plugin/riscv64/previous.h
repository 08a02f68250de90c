/* The mode to which the firmware returns, as it writes it. */
#ifndef RISCV_PREVIOUS_H
#define RISCV_PREVIOUS_H

#include "../arch.h"

/* Looks at an instruction of a block that is translated. */
void previous_look(const struct block *block, size_t index);

#endif
