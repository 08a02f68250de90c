/* Ending the machine. */
#include <posih.h>

#include "sbi.h"

_Noreturn void power_off(void)
{
    interrupts_disable();
    if (sbi_has(SBI_SRST))
        sbi_call(SBI_SRST, 0, 0, 0, 0); /* shutdown, for no reason (SBI 10.1) */
    sbi_call(SBI_LEGACY_SHUTDOWN, 0, 0, 0, 0);
    for (;;)
        asm volatile("wfi");
}
