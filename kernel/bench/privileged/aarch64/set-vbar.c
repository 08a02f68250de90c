/* Writes VBAR_EL1 with the value it has. The counterpart of LGDT: the base of a table that
 * the CPU itself looks into on exceptions. Free where EL1 has its own VBAR, an exit where a
 * hypervisor keeps that to itself. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mrs %0, vbar_el1" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t base = current, , "msr vbar_el1, %0", : : "r"(base))

BENCHMARK(.summary = "Write the vector table's base with its current value (VBAR_EL1)",
          .recommended = {10000, 10000000}, .init = init);
