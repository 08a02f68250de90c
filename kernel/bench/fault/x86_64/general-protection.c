/* It is not canonical; the handler goes on behind the instruction. The exception, which pushes
 * an error code, and the return are in the figure. */
#include <hyperbench.h>

#include "gates.h"

enum { GENERAL_PROTECTION = 13 };

/* Drops the error code; MOV RAX, [RCX] has three bytes. */
__attribute__((naked)) static void pass_over(void)
{
    asm volatile("add $8, %rsp\n\taddq $3, (%rsp)\n\tiretq");
}

static const char *init(void)
{
    gate_set(GENERAL_PROTECTION, (const void *)pass_over);
    return NULL;
}

TIMED_INSN_WITH(uint64_t address = 1ULL << 63, , "mov (%%rcx), %%rax", : : "c"(address) : "rax",
                "memory", "cc")

BENCHMARK(.summary = "Load from an impossible address and return from the exception (#GP)",
          .path = PATH_DIRECT, .init = init, .cleanup = gates_reset);
