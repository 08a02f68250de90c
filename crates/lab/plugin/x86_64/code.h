/* What instructions mean for the split. */
#ifndef X86_64_CODE_H
#define X86_64_CODE_H

#include "../arch.h"

/* What an instruction does to the stack of functions. */
enum kind x86_kind(const struct code *);

/* Which edge of a window begins here. */
enum mark x86_marks(const struct block *, size_t index);

#endif
