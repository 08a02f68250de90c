/* Ending the machine. */
#include <posih.h>

#include "psci.h"

_Noreturn void power_off(void)
{
    interrupts_disable();
    console_drain();
    psci_system_off();
    for (;;)
        asm volatile("wfi");
}
