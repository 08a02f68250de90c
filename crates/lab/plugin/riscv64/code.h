/* What instructions mean for the split. */
#ifndef RISCV_CODE_H
#define RISCV_CODE_H

#include "../arch.h"

/* Which edge of a window begins here. */
enum mark riscv_marks(const struct block *block, size_t index);

/* What the instruction does to the stack of functions. */
enum kind riscv_kind(const struct code *);

#endif
