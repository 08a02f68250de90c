/* Bring-up: what arch_early_init() and arch_init() are in a process. */
#include "port.h"

void arch_early_init(void)
{
    machine.hypervisor = "unknown";
    machine.hypervisor_signature = machine.irqchip = "none";
    if (!machine.console_kind)
        machine.console_kind = "file";
    machine.cpus_source = "affinity";
    system_identify();
    self_init();
    children_init();
    memory_reserve();
    signals_reset();
}

void arch_init(void)
{
    self_init_cpus();
    machine_identify();
    timer_init();
}

void arch_repair(void) { signals_reset(); }
