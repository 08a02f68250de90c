/* Xen's hypercalls. */
#ifndef X86_64_HYPERCALLS_H
#define X86_64_HYPERCALLS_H

#include <stdint.h>

/* What leaving by the hypercall of this number is called. */
const char *hypercall_name(uint64_t number);

#endif
