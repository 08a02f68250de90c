/* Exception and return are in the figure. The processor delivers it without an exit; an
 * emulator and a hypervisor that runs the guest's kernel in ring 3 do it themselves. */
#include <hyperbench.h>

#include "gates.h"

enum { DIVIDE_ERROR = 0 };

/* DIV ECX has two bytes. */
__attribute__((naked)) static void pass_over(void) { asm volatile("addq $2, (%rsp)\n\tiretq"); }

static const char *init(void)
{
    gate_set(DIVIDE_ERROR, (const void *)pass_over);
    return NULL;
}

TIMED_INSN_WITH(uint64_t zero = operand, , "div %%ecx", : : "c"(zero) : "rax", "rdx", "cc")

BENCHMARK(.summary = "Divide by zero and return from the exception (#DE)", .path = PATH_DIRECT,
          .init = init, .cleanup = gates_reset);
