/* Calls from CPU to CPU: what every architecture does the same way around its IPI. */
#include <posih.h>

/* `requests` counts in the caller, `answers` and `idle` in the CPU itself. A cache line for
 * each CPU, so that one that is polled does not slow the others. */
static struct calls {
    void (*function)(void *);
    void *argument;
    uint32_t requests, answers;
    bool idle;
    volatile enum idle_mode idle_mode;
} __attribute__((aligned(64))) calls[MAX_CPUS];

void on_cpu(unsigned cpu, void (*fn)(void *), void *arg)
{
    struct calls *target = &calls[cpu];
    target->function = fn;
    target->argument = arg;
    __atomic_store_n(&target->requests, target->requests + 1, __ATOMIC_RELEASE);
    ipi_send(cpu);
}

static bool has_answered(unsigned cpu)
{
    return __atomic_load_n(&calls[cpu].answers, __ATOMIC_ACQUIRE) == calls[cpu].requests;
}

void on_others(unsigned count, void (*fn)(void *), void *arg)
{
    for (unsigned cpu = 1; cpu <= count; cpu++)
        on_cpu(cpu, fn, arg);
    for (unsigned cpu = 1; cpu <= count; cpu++)
        while (!has_answered(cpu))
            cpu_relax();
}

void calls_answer(unsigned self)
{
    struct calls *own = &calls[self];
    uint32_t requests = __atomic_load_n(&own->requests, __ATOMIC_ACQUIRE);
    __atomic_store_n(&own->idle, false, __ATOMIC_RELAXED);
    own->function(own->argument);
    __atomic_store_n(&own->answers, requests, __ATOMIC_RELEASE);
}

void calls_idle(unsigned self)
{
    struct calls *own = &calls[self];
    /* A CPU that was turned off inside a call comes back here without having ended it. */
    __atomic_store_n(&own->answers, own->requests, __ATOMIC_RELAXED);
    for (;;) {
        interrupts_disable();
        __atomic_store_n(&own->idle, true, __ATOMIC_RELEASE);
        if (own->idle_mode == IDLE_HALT) {
            cpu_halt();
        } else {
            interrupts_enable();
            while (__atomic_load_n(&own->idle, __ATOMIC_RELAXED))
                cpu_relax();
        }
    }
}

void cpu_set_idle(unsigned cpu, enum idle_mode mode) { calls[cpu].idle_mode = mode; }

/* `answers` first: once it is seen, so is the `idle` of that call. */
bool cpu_is_idle(unsigned cpu)
{
    return has_answered(cpu) && __atomic_load_n(&calls[cpu].idle, __ATOMIC_ACQUIRE);
}

static void wait_until_others_idle(unsigned count)
{
    for (unsigned cpu = 1; cpu <= count; cpu++)
        while (!cpu_is_idle(cpu))
            cpu_relax();
}

static void nothing(void *unused) { (void)unused; }

/* A CPU notices its new way to idle after a call. */
void others_set_idle(unsigned count, enum idle_mode mode)
{
    wait_until_others_idle(count);
    for (unsigned cpu = 1; cpu <= count; cpu++)
        cpu_set_idle(cpu, mode);
    on_others(count, nothing, NULL);
    wait_until_others_idle(count);
}
