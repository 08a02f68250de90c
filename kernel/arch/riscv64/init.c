/* Bring-up of the machine on the boot CPU. */
#include <posih.h>
#include <screen.h>

#include "console.h"
#include "cpu.h"
#include "csr.h"
#include "hypervisor.h"
#include "ipi.h"
#include "paging.h"
#include "pci.h"
#include "timer.h"
#include "traps.h"

extern const uint8_t image_end[];

uint64_t arch_reserved_end(void) { return (uint64_t)image_end; }

void arch_early_init(void)
{
    machine.hypervisor = "unknown";
    traps_init();
    paging_init();
    console_init();
    if (!paging_enable())
        die("this CPU has no Sv39 paging");
}

void arch_init(void)
{
    cpu_identify();
    hypervisor_detect();
    timer_init();
    alarm_init();
    machine.irqchip = ipi_init();
    ipi_enable();
    pci_init();
    if (framebuffer.base && paging_map_device(framebuffer.base, framebuffer_size()))
        screen_use_dots();
}

void arch_repair(void)
{
    traps_repair();
    paging_enable();
}

void arch_reclaim(void) { mmu_window_reset(); }
