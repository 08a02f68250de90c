/* Sends oneself a software-generated interrupt, takes it and ends it. Sending is an exit: a
 * hypervisor looks for the receivers and makes the interrupt pending; KVM has it in a list
 * register before the guest goes on. Polled: with interrupts off, the CPU interface is
 * asked until it tells of the interrupt. Otherwise the interrupt is taken as an exception, and
 * the figure has the kernel's whole way through it, as that of ipi. */
#include <cpu.h>
#include <gic.h>
#include <hyperbench.h>

enum { TRIES = 100000 }; /* a lost one must not be waited for for ever */

static volatile bool lost, answered;

static void send_and_poll(void)
{
    interrupts_disable();
    gic_send_call(this_cpu());
    for (int i = 0; i < TRIES && !lost; i++) {
        uint32_t acknowledged = gic_acknowledge();
        if (gic_id_of(acknowledged) < GIC_SPURIOUS)
            gic_end(acknowledged);
        if (gic_id_of(acknowledged) == GIC_CALL) {
            interrupts_enable();
            return;
        }
    }
    lost = true;
    interrupts_enable();
}

static void answer(void *unused)
{
    (void)unused;
    answered = true;
}

static void send_and_take(void)
{
    answered = false;
    on_cpu(this_cpu()->index, answer, NULL);
    for (int i = 0; i < TRIES && !answered && !lost; i++)
        cpu_relax();
    lost = lost || !answered;
}

static const char *try_once(void (*way)(void))
{
    if (!gic_present())
        return "no interrupt controller was found";
    lost = false;
    way();
    return lost ? "the interrupt controller sends a CPU nothing from itself" : NULL;
}

static const char *init(void) { return try_once(send_and_take); }
static const char *init_polled(void) { return try_once(send_and_poll); }

TIMED_CALL(uint64_t kept = 0, , send_and_take(), kept)
TIMED_CALL_OF(run_polled, control_polled, uint64_t kept = 0, , send_and_poll(), kept)

BENCHMARK(.summary = "Send oneself an interrupt and take it", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = init);
VARIANT_OF(run_polled, control_polled, polled, "-polled",
           .summary = "Send oneself an interrupt and find it by polling", .path = PATH_INTERRUPT,
           .exits = EXITS_VARY, .init = init_polled);
