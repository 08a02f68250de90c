#include "recovery.h"

#include <lib.h>

#include "record.h"

struct trap contained_trap;

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

void deadline_start(uint64_t milliseconds)
{
    alarm_start(mul_div(milliseconds, timer_hz(), 1000), deadline_passed);
}

void deadline_stop(void) { alarm_stop(); }

static _Noreturn void panic(const struct trap *trap)
{
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
    power_off();
}

void trap_unhandled(const struct trap *trap)
{
    if (!recoverable || trap->cpu != 0)
        panic(trap);
    recoverable = false;
    memcpy(&contained_trap, trap, sizeof contained_trap);
    recovery_jump(&point, FAULTED);
}
