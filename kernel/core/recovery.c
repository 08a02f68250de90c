#include "recovery.h"

#include <hyperbench.h>

#include "record.h"
#include "run_end.h"

struct trap contained_trap;
char failure[128];

static struct recovery point;
static bool volatile recoverable;

enum contained run_contained(void (*step)(void *), void *argument)
{
    int came_back = recovery_set(&point);
    if (!came_back) {
        recoverable = true;
        interrupts_enable();
        step(argument);
    }
    recoverable = false;
    deadline_stop();
    if (came_back)
        arch_repair();
    return (enum contained)came_back;
}

static void deadline_passed(void)
{
    if (recoverable)
        recovery_jump(&point, TIMED_OUT);
}

static uint64_t deadline;

void deadline_start(uint64_t milliseconds)
{
    uint64_t ticks = mul_div(milliseconds, timer_hz(), 1000);
    deadline = timer_read() + ticks;
    alarm_start(ticks, deadline_passed);
}

void deadline_stop(void) { alarm_stop(); }

void fail(const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    format_list(failure, sizeof failure, pattern, arguments);
    va_end(arguments);
    if (!recoverable)
        die(failure);
    recovery_jump(&point, FAILED);
}

void deadline_check(void)
{
    if ((int64_t)(timer_read() - deadline) > 0)
        deadline_passed();
}

/* The counter is read seldom: what is awaited shall be seen at once. */
enum { SPINS = 4096 };

void await_change(const volatile uint64_t *word, uint64_t old)
{
    for (unsigned spins = 1; *word == old; spins++)
        if (spins % SPINS == 0)
            deadline_check();
}

int poll_until(int (*take)(void))
{
    int taken;
    for (unsigned spins = 1; (taken = take()) < 0; spins++) {
        cpu_relax();
        if (spins % SPINS == 0)
            deadline_check();
    }
    return taken;
}

static _Noreturn void panic(const struct trap *trap)
{
    char text[64];
    record_fresh_line();
    record_begin("panic");
    record_string("what", trap->name);
    record_number("cpu", trap->cpu);
    record_number("vector", trap->vector);
    record_hex("error", trap->error);
    record_hex("ip", trap->ip);
    record_hex("sp", trap->sp);
    record_hex("address", trap->address);
    for (unsigned i = 0; trap->registers[i].name; i++)
        record_hex(trap->registers[i].name, trap->registers[i].value);
    record_end();
    format(text, sizeof text, "%s at 0x%lx", trap->name, trap->ip);
    run_ends(text);
}

void trap_unhandled(const struct trap *trap)
{
    if (!recoverable || trap->cpu != 0)
        panic(trap);
    recoverable = false;
    memcpy(&contained_trap, trap, sizeof contained_trap);
    recovery_jump(&point, FAULTED);
}
