/* A hypervisor that emulates the APIC sets up a timer of its own for every write, and computes
 * the count from it for every read. The first two leave the kernel's own alarm armed, later
 * than it was. The third has a count of 1 and waits until its handler has run: the interrupt,
 * its handler of 6 instructions (12 with x2APIC) and its EOI are in the figure, and only the
 * loop is subtracted. */
#include <apic_timed.h>
#include <counted.h>
#include <gates.h>

/* Some seconds on any machine, so that the alarm still ends what hangs. */
enum { FAR = 0x10000000, VECTOR = VECTORS_COUNTED };

TIMED_APIC_WRITE(APIC_TIMER_INITIAL, FAR)
TIMED_APIC_READ(run_read, control_read, APIC_TIMER_CURRENT)

/* Takes the timer from the kernel, which takes it back when it next sets its alarm. */
static void take_timer(void) { apic_write(APIC_TIMER, VECTOR); }

static void fire(void)
{
    uint64_t before = counted;
    apic_write(APIC_TIMER_INITIAL, 1);
    counted_wait_or_end(before);
}

static uint64_t unused;
TIMED_CALL_OF(run_fire, control_fire, uint64_t kept = unused; take_timer(), , fire(), kept)

static const char *init_fire(void)
{
    const char *reason = apic_needed();
    if (reason)
        return reason;
    counted_take(VECTOR);
    uint64_t before = counted;
    take_timer();
    apic_write(APIC_TIMER_INITIAL, 1);
    if (counted_wait(before))
        return NULL;
    gates_reset();
    return "the local APIC's timer raises no interrupt";
}

BENCHMARK(.summary = "Arm the local APIC's timer by a write of its initial count",
          .path = PATH_HYPERVISOR, .exits = 1, .init = apic_needed);

VARIANT_OF(run_read, control_read, read, "-read",
           .summary = "Read the current count of the local APIC's timer", .path = PATH_HYPERVISOR,
           .exits = 1, .init = apic_needed);

VARIANT_OF(run_fire, control_fire, immediate, "-immediate",
           .summary = "Arm the local APIC's timer to expire at once, take its interrupt and end it",
           .path = PATH_INTERRUPT, .exits = 2, .init = init_fire, .cleanup = gates_reset);
