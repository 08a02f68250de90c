/* What QEMU leaves out of XSETBV. */
#ifndef X86_64_XSETBV_H
#define X86_64_XSETBV_H

#include "../arch.h"

/* Has a guest left for it where its hypervisor asks for that, at an instruction of a block. */
void xsetbv_mend(const struct block *, size_t index);

#endif
