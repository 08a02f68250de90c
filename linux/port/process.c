/* Bring-up: what arch_early_init() and arch_init() are in a process, and its CPUs. */
#include "port.h"

enum { CPU_WORDS = 128 }; /* of 64 CPUs each */

static uint64_t allowed[CPU_WORDS];
static unsigned cpus = 1;

/* The number that Linux has for the CPU with this index. */
static unsigned linux_cpu(unsigned index)
{
    for (unsigned number = 0; number < CPU_WORDS * 64; number++)
        if (allowed[number / 64] >> number % 64 & 1 && !index--)
            return number;
    return 0;
}

void process_bind(unsigned cpu)
{
    uint64_t set[CPU_WORDS] = {0};
    unsigned number = linux_cpu(cpu);
    set[number / 64] = 1UL << number % 64;
    CALL(sched_setaffinity, 0, sizeof set, set);
}

static void find_cpus(void)
{
    long size = CALL(sched_getaffinity, 0, sizeof allowed, allowed), count = 0;
    for (long word = 0; word < size / 8; word++)
        count += __builtin_popcountl(allowed[word]);
    cpus = (unsigned)max_u64(min_u64((uint64_t)count, MAX_CPUS), 1);
    process_bind(0);
}

unsigned cpu_count(void) { return cpus; }
unsigned smp_start_others(void) { return cpus; }

void arch_early_init(void)
{
    machine.hypervisor = "unknown";
    machine.hypervisor_signature = machine.irqchip = "none";
    if (!machine.console_kind)
        machine.console_kind = "file";
    machine.cpus_found = "affinity";
    system_identify();
    process_init();
    memory_reserve();
    signals_reset();
}

void arch_init(void)
{
    find_cpus();
    machine_identify();
    timer_init();
}

void arch_repair(void) { signals_reset(); }
