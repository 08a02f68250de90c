/* The counterpart of LGDT: the base of a table that the CPU itself looks into on exceptions.
 * Free where EL1 has its own VBAR, an exit where a hypervisor keeps that to itself. */
#include <write-back.h>

TIMED_WRITE_BACK(vbar_el1)

BENCHMARK(.summary = "Write the vector table's base with its current value (VBAR_EL1)",
          .recommended = {10000, 10000000}, .term = "sen");
