/* What QEMU gets wrong of interrupts that are injected into a guest. */
#ifndef X86_64_INJECTION_H
#define X86_64_INJECTION_H

#include "../arch.h"

/* Has an interrupt delivered once, of an instruction of a block. */
void injection_mend(const struct block *, size_t index);

#endif
