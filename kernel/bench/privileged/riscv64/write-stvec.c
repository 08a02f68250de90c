/* Writes `stvec` with the value it has: where traps go is what a kernel tells the CPU once,
 * as LGDT and LIDT are on x86. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("csrr %0, stvec" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t vector = current, , "csrw stvec, %0", : : "r"(vector))

BENCHMARK(.summary = "Load the trap vector with its current value (CSR stvec)",
          .recommended = {10000, 10000000}, .init = init);
