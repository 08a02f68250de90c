/* Bring-up of the machine on the boot CPU. */
#include <posih.h>

#include "acpi.h"
#include "apic.h"
#include "console.h"
#include "cpu.h"
#include "gates.h"
#include "hypervisor.h"
#include "paging.h"
#include "svm.h"
#include "timer.h"
#include "video.h"
#include "vmx.h"

extern const uint8_t image_end[];

uint64_t arch_reserved_end(void) { return (uint64_t)image_end; }

void arch_early_init(void)
{
    hypervisor_detect();
    console_init();
    gates_reset();
    cpu_load(&boot_cpu);
}

void arch_init(void)
{
    paging_init();
    acpi_init();
    console_follow_acpi();
    cpu_identify();
    timer_init();
    machine.irqchip = apic_init();
    apic_settle();
    apic_timer_init();
    video_init();
}

void arch_repair(void)
{
    vmx_stop();
    svm_stop();
    asm volatile("mov %0, %%cr8" : : "r"(0UL)); /* no interrupt is held back by its priority */
    gates_reset();
    cpu_load_tables(&boot_cpu);
    if (read_cr3() != paging_root())
        write_cr3(paging_root());
    /* Direction, alignment check, single step: all flags off but the reserved bit 1. */
    asm volatile("push $2\n\tpopfq" : : : "cc", "memory");
}

void arch_reclaim(void) { mmu_window_reset(); }
