/* Guests that are programs to the processor: Xen's paravirtual ones. */
#ifndef X86_64_PARAVIRTUAL_H
#define X86_64_PARAVIRTUAL_H

#include "../arch.h"

/* Whether what is translated is such a guest's kernel. */
bool paravirtual_is_kernel(void);

/* Has such a guest's entries and exits told, of an instruction of a block. */
void paravirtual_hook(const struct block *block, size_t index);

#endif
