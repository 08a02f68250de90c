/* A software-generated interrupt, with interrupts off: the CPU interface is asked until it
 * tells of it, then it is ended. Sending is an exit: a hypervisor looks for the receivers and
 * makes the interrupt pending; KVM has it in a list register before the guest goes on.
 * ipi-self has the exception and its handler besides. */
#include <cpu.h>
#include <gic.h>
#include <hyperbench.h>

enum { TRIES = 100000 }; /* a lost one must not be waited for for ever */

static bool lost;

static void send_and_poll(void)
{
    bool found = false;
    interrupts_disable();
    gic_send_call(this_cpu());
    for (int i = 0; i < TRIES && !found && !lost; i++) {
        uint32_t acknowledged = gic_acknowledge();
        if (gic_id_of(acknowledged) < GIC_SPURIOUS)
            gic_end(acknowledged);
        found = gic_id_of(acknowledged) == GIC_CALL;
    }
    lost = !found;
    interrupts_enable();
}

static const char *init(void)
{
    if (!gic_present())
        return "no interrupt controller was found";
    lost = false;
    send_and_poll();
    return lost ? "the interrupt controller sends a CPU nothing from itself" : NULL;
}

TIMED_CALL(uint64_t kept = 0, , send_and_poll(), kept)

BENCHMARK(.summary = "Send oneself an interrupt and find it by polling", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = init);
