/* To the next instruction: how each interrupt of a kernel's own ends. Pushing the five words
 * that it takes is in the figure. */
#include <hyperbench.h>

#include "layout.h"

TIMED_INSN("mov %%rsp, %%rax\n\tpush $0\n\tpush %%rax\n\tpushfq\n\tpush %0\n\tpush $1f\n\t"
           "iretq\n1:",
           :
           : "i"(SEGMENT_CODE)
           : "rax", "memory", "cc")

BENCHMARK(.summary = "Return from an interrupt to the same ring (IRETQ)", .path = PATH_DIRECT);
