/* A message-signalled interrupt from the interrupt translation service; the CPU interface is
 * polled, interrupts off, until it tells of it; then it is ended. The command is a write to a
 * register, an exit: the hypervisor finds device, event and CPU in tables in the guest's
 * memory. In lpi-device a store has QEMU's teaching device send it: an exit to the monitor,
 * which hands the message to the service. Needs -device edu. */
#include <gic.h>
#include <hyperbench.h>
#include <its.h>
#include <pci.h>

enum { TRIES = 100000 }; /* a lost one must not be waited for for ever */

static bool lost;

static void poll(uint32_t interrupt)
{
    bool found = false;
    for (int i = 0; i < TRIES && !found && !lost; i++) {
        uint32_t acknowledged = gic_acknowledge();
        found = gic_id_of(acknowledged) == interrupt;
        if (found || gic_id_of(acknowledged) < GIC_SPURIOUS)
            gic_end(acknowledged);
    }
    lost = !found;
    interrupts_enable();
}

static void send_and_poll(void)
{
    interrupts_disable();
    its_send();
    poll(ITS_INTERRUPT);
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

static struct edu {
    unsigned device, msi;
    uint32_t command;
} edu;

static inline void raise_and_poll(uint64_t registers)
{
    interrupts_disable();
    mmio_write32(registers + EDU_RAISE, 1);
    poll(ITS_MESSAGE);
}

static void cleanup_device(void)
{
    mmio_write32(pci_memory + EDU_ACKNOWLEDGE, (uint32_t)EDU_ALL);
    pci_message(edu.device, edu.msi, its_doorbell(), 0, false);
    pci_write(edu.device, PCI_COMMAND, edu.command);
    pci_write(edu.device, PCI_BAR0, 0);
}

/* The device's registers come to the beginning of the window. */
static const char *init_device(void)
{
    int device = pci_find(EDU_ID);
    if (device < 0)
        return "there is no device for it: QEMU makes one with -device edu";
    edu.device = (unsigned)device;
    edu.msi = pci_capability(edu.device, PCI_MSI);
    if (!edu.msi)
        return "the device sends no messages";
    const char *reason = its_expect(pci_requester(edu.device));
    if (reason)
        return reason;
    edu.command = pci_read(edu.device, PCI_COMMAND);
    pci_write(edu.device, PCI_BAR0, (uint32_t)pci_memory);
    pci_write(edu.device, PCI_COMMAND, edu.command | PCI_DECODE | PCI_MASTER);
    pci_message(edu.device, edu.msi, its_doorbell(), 0, true);
    lost = false;
    raise_and_poll(pci_memory);
    if (!lost)
        return NULL;
    cleanup_device();
    return "the device's message does not arrive";
}

TIMED_CALL(uint64_t kept = 0, , send_and_poll(), kept)
TIMED_CALL_OF(run_device, control_device, uint64_t registers = pci_memory, ,
              raise_and_poll(registers), registers)

BENCHMARK(.summary = "Send a device's message by command and find it by polling (LPI)",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .also = "kut: lpi", .init = init);
VARIANT_OF(run_device, control_device, by_device, "-device",
           .summary = "Have a device send a message and find it by polling (LPI)",
           .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init_device,
           .cleanup = cleanup_device);
