/* A message-signalled interrupt (LPI) from the interrupt translation service: a command makes
 * the message of a device come, and the CPU interface is polled, interrupts off, until it tells
 * of it; then it is ended. The command is a write to a register of the service, an exit: the
 * hypervisor finds device, event and CPU in tables in the guest's memory, as it does for each
 * message of a device that it emulates. */
#include <gic.h>
#include <hyperbench.h>
#include <its.h>

enum { TRIES = 100000 }; /* a lost one must not be waited for for ever */

static bool lost;

static void send_and_poll(void)
{
    bool found = false;
    interrupts_disable();
    its_send();
    for (int i = 0; i < TRIES && !found && !lost; i++) {
        uint32_t acknowledged = gic_acknowledge();
        found = gic_id_of(acknowledged) == ITS_INTERRUPT;
        if (found || gic_id_of(acknowledged) < GIC_SPURIOUS)
            gic_end(acknowledged);
    }
    lost = !found;
    interrupts_enable();
}

static const char *init(void)
{
    const char *reason = its_enable();
    if (reason)
        return reason;
    lost = false;
    send_and_poll();
    return lost ? "a message does not arrive" : NULL;
}

TIMED_CALL(uint64_t kept = 0, , send_and_poll(), kept)

BENCHMARK(.summary = "Send a device's message by command and find it by polling (LPI)",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .also = "kut: lpi", .init = init);
