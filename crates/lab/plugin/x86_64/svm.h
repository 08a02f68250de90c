/* Entering and leaving a guest. */
#ifndef SVM_H
#define SVM_H

#include "../arch.h"

/* Whether an instruction is VMRUN, and the outermost hypervisor's. */
bool svm_enters(const struct instruction *);

/* What the control block has at `offset` that VMRUN is given, before it is executed. */
uint64_t svm_given(unsigned offset);

/* Has the guest's entries and exits told, of an instruction of a block. */
void svm_hook(const struct block *, size_t index);

#endif
