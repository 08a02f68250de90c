/* Finding, starting and calling the other CPUs. */
#include <lib.h>
#include <posih.h>

#include "acpi.h"
#include "apic.h"
#include "cpu.h"
#include "mptable.h"

enum { STACK_SIZE = 16384, START_MS = 1000 };

extern const uint8_t trampoline_start[], trampoline_end[];
extern uint64_t smp_starting_stack;
uint64_t smp_starting_stack; /* read by the trampoline */

static uint32_t apic_ids[MAX_CPUS]; /* as listed by the firmware, the boot CPU included */
static unsigned listed;
static struct cpu *cpus[MAX_CPUS] = {&boot_cpu};
static unsigned online = 1;
static volatile bool started; /* set by the CPU that is starting */

static void list_cpu(uint32_t id)
{
    if (listed < MAX_CPUS)
        apic_ids[listed++] = id;
}

/* Without tables, CPUID's count of logical CPUs (leaf 1 EBX 23:16, valid with HTT) is a
 * guess worth trying; the IDs then run from 0. */
static bool guess_cpus(void)
{
    struct cpuid r = cpuid(1, 0);
    uint32_t count = r.edx & 1 << 28 ? r.ebx >> 16 & 0xff : 1;
    for (uint32_t id = 0; id < count; id++)
        list_cpu(id);
    return count > 1;
}

static const char *list_cpus(void)
{
    if (acpi_for_each_cpu(list_cpu) && listed)
        return "madt";
    if (mptable_for_each_cpu(list_cpu) && listed)
        return "mptable";
    return guess_cpus() ? "cpuid" : "default";
}

_Noreturn void smp_secondary_main(void);

_Noreturn void smp_secondary_main(void)
{
    struct cpu *cpu = cpus[online];
    cpu_load(cpu);
    apic_enable();
    started = true;
    calls_idle(cpu->index);
}

static bool wait_started(void)
{
    uint64_t deadline = timer_read() + timer_hz() / 1000 * START_MS;
    while (!started && timer_read() < deadline)
        cpu_relax();
    return started;
}

/* INIT, then STARTUP, and a second STARTUP if the first was lost (Intel SDM 3, 9.4.4.1).
 * The waits of that section are for buses that no longer exist. */
static bool start_cpu(uint32_t id)
{
    struct cpu *cpu = heap_alloc(sizeof *cpu, PAGE_4K);
    char *stack = heap_alloc(STACK_SIZE, PAGE_4K);
    if (!cpu || !stack)
        return false;
    memset(cpu, 0, sizeof *cpu);
    cpu->index = online;
    cpu->apic_id = id;
    cpus[online] = cpu;
    smp_starting_stack = (uint64_t)stack + STACK_SIZE;
    started = false;
    apic_send_init(id);
    for (int tries = 0; tries < 2; tries++) {
        apic_send_startup(id, TRAMPOLINE);
        if (wait_started())
            return true;
    }
    apic_send_init(id); /* so that it cannot start later */
    return false;
}

unsigned smp_start_others(void)
{
    machine.cpus_source = list_cpus();
    if (!apic_present())
        return online;
    boot_cpu.apic_id = apic_id();
    memcpy((void *)TRAMPOLINE, trampoline_start, (size_t)(trampoline_end - trampoline_start));
    for (unsigned i = 0; i < listed; i++) {
        if (apic_ids[i] == boot_cpu.apic_id)
            continue;
        if (start_cpu(apic_ids[i]))
            online++;
        else
            note("the CPU with APIC ID %u did not start within %u ms: left out", apic_ids[i],
                 2 * START_MS);
    }
    return online;
}

unsigned cpu_count(void) { return online; }

uint32_t cpu_apic_id(unsigned cpu) { return cpus[cpu]->apic_id; }

void ipi_send(unsigned cpu) { apic_send_call(cpu_apic_id(cpu)); }
