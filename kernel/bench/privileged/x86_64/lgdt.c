/* No exit, unless the hypervisor has asked for those of descriptor tables. */
#include <hyperbench.h>

static uint8_t slot[10];

static const char *init(void)
{
    asm volatile("sgdt %0" : "=m"(slot));
    return NULL;
}

TIMED_INSN("lgdt %0", : : "m"(slot))

BENCHMARK(.summary = "Load the GDT register with its current value (LGDT)",
          .recommended = {10000, 10000000}, .term = "sen", .init = init);
