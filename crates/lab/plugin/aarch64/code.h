/* What instructions mean for the split. */
#ifndef CODE_H
#define CODE_H

#include "../worlds.h"

/* Whether this QEMU lets guest memory be read. */
bool code_is_readable(void);

/* Which edge of a window begins here. */
enum mark code_marks(const struct block *block, size_t index);

/* What the instruction does to the stack of functions. */
enum kind code_kind(const uint8_t *code, size_t size);

#endif
