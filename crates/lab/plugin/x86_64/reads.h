/* What QEMU gets wrong of a guest that reads a control register. */
#ifndef X86_64_READS_H
#define X86_64_READS_H

#include "../arch.h"

/* Has reads of each register intercepted as the hypervisor asks, of an instruction of a block. */
void reads_mend(const struct block *, size_t index);

/* The register that a guest has read last. */
unsigned reads_last(void);

#endif
