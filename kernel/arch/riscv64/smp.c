/* Finding, starting and calling the other CPUs. */
#include <fdt.h>
#include <lib.h>
#include <posih.h>
#include <smp.h>

#include "cpu.h"
#include "csr.h"
#include "ipi.h"
#include "paging.h"
#include "sbi.h"

enum { STACK_SIZE = 16384, START_MS = 2000, ANSWER_MS = 10, STREAK = 3, CALLS_MAX = 8 };

/* Functions of SBI_HSM, and what the last may answer (SBI 9). */
enum { HART_START = 0, HART_STOP = 1, HART_STATUS = 2, HART_STOPPED = 1 };

extern const uint8_t secondary_entry[];

static struct cpu *cpus[MAX_CPUS] = {&boot_cpu};
static unsigned online = 1;
static volatile bool started; /* set by the CPU that is starting */

_Noreturn void smp_secondary_main(void);

_Noreturn void smp_secondary_main(void)
{
    asm volatile("fence.i" : : : "memory"); /* timer_init() has changed code */
    paging_enable();
    ipi_enable();
    started = true;
    calls_idle(this_cpu()->index);
}

static bool wait_spinning(const volatile bool *flag, uint64_t milliseconds)
{
    uint64_t start = timer_read(), limit = timer_hz() / 1000 * milliseconds;
    while (!*flag && timer_read() - start < limit)
        cpu_relax();
    return *flag;
}

static void nothing(void) {}

/* The same, asleep: where CPUs share a processor, the one waited for may need it. WFI ends
 * every millisecond, when the alarm's interrupt is pending; interrupts are off. */
static bool wait_halted(const volatile bool *flag, uint64_t milliseconds)
{
    if (!alarm_start(timer_hz() / 1000, nothing))
        return wait_spinning(flag, milliseconds);
    uint64_t start = timer_read(), limit = timer_hz() / 1000 * milliseconds;
    while (!*flag && timer_read() - start < limit) {
        alarm_start(timer_hz() / 1000, nothing);
        asm volatile("wfi" : : : "memory");
    }
    alarm_stop();
    return *flag;
}

/* The hart begins at secondary_entry with its struct cpu in a1 (SBI 9.1). */
static bool turn_on(struct cpu *cpu)
{
    started = false;
    return !sbi_call(SBI_HSM, HART_START, cpu->hart, (uint64_t)secondary_entry, (uint64_t)cpu)
                .error;
}

static bool start_cpu(uint64_t hart)
{
    struct cpu *cpu = heap_alloc(sizeof *cpu, PAGE_4K);
    uint8_t *stack = heap_alloc(STACK_SIZE, PAGE_4K);
    if (!cpu || !stack)
        return false;
    memset(cpu, 0, sizeof *cpu);
    cpu->stack_top = stack + STACK_SIZE;
    cpu->index = online;
    cpu->hart = hart;
    cpus[online] = cpu;
    return ipi_prepare(cpu) && turn_on(cpu) && wait_halted(&started, START_MS);
}

void smp_turn_off(void *unused)
{
    (void)unused;
    sbi_call(SBI_HSM, HART_STOP, 0, 0, 0);
}

bool smp_is_off(unsigned cpu)
{
    struct sbi_result status = sbi_call(SBI_HSM, HART_STATUS, cpus[cpu]->hart, 0, 0);
    return !status.error && status.value == HART_STOPPED;
}

bool smp_turn_on(unsigned cpu) { return turn_on(cpus[cpu]) && wait_spinning(&started, START_MS); }

static void set_flag(void *flag) { *(volatile bool *)flag = true; }

/* Calls a CPU and waits busily, as the benchmarks do; if in vain, then until the call is
 * answered at last, so that it is not left under way. */
static bool answers_busy_caller(unsigned cpu)
{
    static volatile bool answered;
    answered = false;
    on_cpu(cpu, set_flag, (void *)&answered);
    bool in_time = wait_spinning(&answered, ANSWER_MS);
    if (!in_time)
        wait_halted(&answered, START_MS);
    return in_time;
}

/* Whether a CPU runs while this one is busy. On a loaded host it may not at times; under an
 * emulator that runs one CPU until it halts or a timer expires, hardly ever twice in a row:
 * QEMU with -icount, to which PAUSE is no reason to go on to the next CPU. */
static bool runs_beside_us(unsigned cpu)
{
    int streak = 0;
    for (int calls = 0; calls < CALLS_MAX && streak < STREAK; calls++)
        streak = answers_busy_caller(cpu) ? streak + 1 : 0;
    return streak == STREAK;
}

static bool may_start(fdt_node node, uint64_t *hart)
{
    const char *type = fdt_string(node, "device_type");
    return type && !strcmp(type, "cpu") && fdt_is_available(node) && fdt_id(node, hart) &&
           *hart != boot_cpu.hart;
}

/* Stops at the first hart that fails: one that starts too late would take what is meant for
 * the next. */
unsigned smp_start_others(void)
{
    fdt_node node = fdt_child(fdt_path("/cpus"));
    uint64_t hart;
    machine.cpus_source = node == FDT_NONE ? "default" : "devicetree";
    if (!ipi_present() || !sbi_has(SBI_HSM))
        return online;
    for (; node != FDT_NONE && online < MAX_CPUS; node = fdt_sibling(node)) {
        if (!may_start(node, &hart))
            continue;
        if (!start_cpu(hart)) {
            note("hart %lu did not start: it and those after it are left out", hart);
            break;
        }
        if (!runs_beside_us(online)) {
            note("hart %lu runs only while the boot hart halts: it and those after it are left out",
                 hart);
            break;
        }
        online++;
    }
    return online;
}

unsigned cpu_count(void) { return online; }

void ipi_send(unsigned cpu) { ipi_send_to(cpus[cpu]); }
