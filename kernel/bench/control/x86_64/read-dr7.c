/* The first access to a debug register exits: KVM loads the guest's and lets all further ones
 * through until the next exit for another reason. So a loop of nothing else does not exit; a
 * debugger's single accesses do. */
#include <hyperbench.h>

TIMED_INSN("mov %%dr7, %%rax", : : : "rax")

BENCHMARK(.summary = "Read the breakpoint control (MOV from DR7)", .path = PATH_DIRECT);
