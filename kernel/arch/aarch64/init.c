/* Bring-up of the machine on the boot CPU. */
#include <posih.h>
#include <screen.h>

#include "console.h"
#include "cpu.h"
#include "device.h"
#include "early.h"
#include "gic.h"
#include "hypervisor.h"
#include "its.h"
#include "paging.h"
#include "pci.h"
#include "psci.h"
#include "timer.h"

extern const uint8_t vectors[];

uint64_t arch_reserved_end(void) { return (uint64_t)image_end; }

void arch_early_init(void)
{
    machine.hypervisor = "unknown";
    paging_init();
    console_init();
    psci_init();
}

void arch_init(void)
{
    cpu_identify();
    hypervisor_detect();
    machine.irqchip = gic_init();
    timer_init();
    device_init();
    its_init();
    pci_init();
    if (framebuffer.base && paging_map_device(framebuffer.base, framebuffer_size()))
        screen_use_dots();
}

void arch_repair(void)
{
    write_sysreg(vbar_el1, (uint64_t)vectors);
    if (read_sysreg(ttbr0_el1) != paging_root()) {
        write_sysreg(ttbr0_el1, paging_root());
        isb();
        paging_flush_tlb();
    }
    /* Everything masked but SErrors. */
    asm volatile("msr daifset, #0xb\n\tmsr daifclr, #4\n\tisb" : : : "memory");
}

void arch_reclaim(void) { mmu_window_reset(); }
