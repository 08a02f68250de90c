/* Finding, starting and calling the other CPUs. */
#include <fdt.h>
#include <lib.h>
#include <posih.h>
#include <smp.h>

#include "cpu.h"
#include "gic.h"
#include "psci.h"

enum { STACK_SIZE = 16384, START_MS = 2000 };

static struct cpu *cpus[MAX_CPUS] = {&boot_cpu};
static unsigned online = 1;
static volatile bool started; /* set by the CPU that is starting */

void secondary_start(void);

_Noreturn void smp_secondary_main(struct cpu *cpu);

_Noreturn void smp_secondary_main(struct cpu *cpu)
{
    if (gic_enable_cpu(cpu))
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

/* The CPU reads its struct only once its caches are on: nothing needs to be cleaned. */
static bool turn_on(struct cpu *cpu)
{
    started = false;
    dsb();
    return psci_cpu_on(cpu->id, (uint64_t)secondary_start, (uint64_t)cpu) && wait_started();
}

static bool start_cpu(uint64_t id)
{
    struct cpu *cpu = heap_alloc(sizeof *cpu, PAGE_4K);
    char *stacks = heap_alloc(STACK_SIZE + EXCEPTION_STACK_SIZE, PAGE_4K);
    if (!cpu || !stacks)
        return false;
    memset(cpu, 0, sizeof *cpu);
    cpu->index = online;
    cpu->id = id;
    cpu->stack_top = (uint64_t)stacks + STACK_SIZE;
    cpu->exception_stack_top = cpu->stack_top + EXCEPTION_STACK_SIZE;
    cpus[online] = cpu;
    return turn_on(cpu);
}

/* The interrupt that asked for it ends here: its handler does not come back. */
void smp_turn_off(void *unused)
{
    (void)unused;
    gic_end(GIC_CALL);
    psci_cpu_off();
}

bool smp_is_off(unsigned cpu) { return psci_cpu_is_off(cpus[cpu]->id); }
bool smp_turn_on(unsigned cpu) { return turn_on(cpus[cpu]); }

static bool is_other_cpu(fdt_node node, uint64_t *id)
{
    const char *type = fdt_string(node, "device_type");
    return type && !strcmp(type, "cpu") && fdt_is_available(node) && fdt_id(node, id) &&
           *id != boot_cpu.id;
}

unsigned smp_start_others(void)
{
    fdt_node node = fdt_child(fdt_path("/cpus"));
    machine.cpus_source = node == FDT_NONE ? "default" : "fdt";
    boot_cpu.id = cpu_id();
    if (!gic_present())
        return online;
    for (; node != FDT_NONE && online < MAX_CPUS; node = fdt_sibling(node)) {
        uint64_t id;
        if (!is_other_cpu(node, &id))
            continue;
        if (start_cpu(id))
            online++;
        else
            note("the CPU with affinity 0x%lx did not start within %u ms: left out", id, START_MS);
    }
    return online;
}

unsigned cpu_count(void) { return online; }

void ipi_send(unsigned cpu) { gic_send_call(cpus[cpu]); }
