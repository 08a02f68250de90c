/* Each of a vector of its own, so that none is lost in another, until all have been handled
 * and ended. The other CPU spins with interrupts on and may exit for each or for many; the
 * sender itself has interrupts off, so that all are pending at once and follow one another,
 * EOI by EOI. One operation is all of them; only the loop is subtracted. */
#include "../../exception/ipi.h"

#include <apic.h>
#include <counted.h>
#include <cpu.h>
#include <gates.h>

static void send_all(uint32_t id, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        apic_send(id, VECTORS_COUNTED + (uint32_t)i);
}

static void await(uint64_t before, uint64_t count)
{
    while (counted - before < count)
        cpu_relax();
}

static void storm(uint64_t count)
{
    uint64_t before = counted;
    send_all(cpu_apic_id(RECEIVER), count);
    await(before, count);
}

static void storm_self(uint64_t count)
{
    uint64_t before = counted;
    interrupts_disable();
    send_all(cpu_apic_id(0), count);
    interrupts_enable();
    await(before, count);
}

TIMED_CALL(uint64_t count = operand, , storm(count), count)
TIMED_CALL_OF(run_self, control_self, uint64_t count = operand, , storm_self(count), count)

static const char *take_all(void)
{
    if (!apic_present())
        return "the machine has no local APIC";
    for (uint64_t i = 0; i < operand; i++)
        counted_take(VECTORS_COUNTED + (unsigned)i);
    return NULL;
}

static const char *init(void)
{
    set_receiver_idle(IDLE_SPIN);
    return take_all();
}

static void cleanup(void)
{
    gates_reset();
    set_receiver_idle(IDLE_HALT);
}

BENCHMARK(.summary = "Send 16 IPIs in a row to a running CPU and wait until it has ended all",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .cpus = 2, .operand = 16, .init = init,
          .cleanup = cleanup);

VARIANT(four, "-4",
        .summary = "Send 4 IPIs in a row to a running CPU and wait until it has ended all",
        .path = PATH_INTERRUPT, .exits = EXITS_VARY, .cpus = 2, .operand = 4, .init = init,
        .cleanup = cleanup);

VARIANT_OF(run_self, control_self, self, "-self",
           .summary = "Send 16 IPIs in a row to oneself and take all at once",
           .path = PATH_INTERRUPT, .exits = EXITS_VARY, .operand = 16, .init = take_all,
           .cleanup = gates_reset);
