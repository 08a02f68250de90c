/*
 * Entering a guest, for what else looks at it, and what is mended of it.
 */
#ifndef SVM_H
#define SVM_H

#include "../worlds.h"

/* Whether an instruction is VMRUN, and the outermost hypervisor's. */
bool svm_enters(const struct instruction *);

/* What the control block has at `offset` that VMRUN is given, before it is executed. */
uint64_t svm_given(unsigned offset);

/* Whether this QEMU exports what mending takes. */
bool injection_is_mendable(void);

/* Has an interrupt delivered once, of an instruction of a block. */
void injection_mend(const struct block *, size_t index);

#endif
