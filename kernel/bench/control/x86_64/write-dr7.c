/* What read-dr7 says of exits holds here too. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mov %%dr7, %0" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t breakpoints = current, , "mov %0, %%dr7", : : "r"(breakpoints))

BENCHMARK(.summary = "Write the breakpoint control with its current value (MOV to DR7)",
          .path = PATH_DIRECT, .also = "kut: mov_dr", .init = init);
