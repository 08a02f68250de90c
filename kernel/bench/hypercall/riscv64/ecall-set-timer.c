/* To the time that it is already set for: what each tick of a kernel costs on a CPU without
 * Sstc. A hypervisor programs a timer of its own for it. */
#include "ecall.h"

#include <timer.h>

static const char *init(void)
{
    call.extension = SBI_TIME;
    call.function = 0;
    return sbi_has(SBI_TIME) ? NULL : "the SBI has no timer";
}

/* The time limit of this benchmark is what it is set for. */
TIMED_INSN_WITH(ECALL_REGISTERS(alarm_time()), , ECALL)

BENCHMARK(.summary = "Set the timer through the SBI", .path = PATH_FIRMWARE, .exits = 1,
          .init = init);
