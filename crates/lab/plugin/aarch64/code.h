/* What instructions mean for the split. */
#ifndef AARCH64_CODE_H
#define AARCH64_CODE_H

#include "../arch.h"

/* Which edge of a window begins here. */
enum mark arm_marks(const struct block *block, size_t index);

/* What the instruction does to the stack of functions. */
enum kind arm_kind(const struct code *);

#endif
