/* A store has QEMU's teaching device send a message. The device model hands it to the
 * hypervisor, which finds the CPU in its address and the vector in its data: no line, no I/O
 * APIC. The store, the wait, the handler of 6 instructions (12 with x2APIC) and its EOI are in
 * the figure. Needs -device edu. */
#include <hyperbench.h>

#include "apic.h"
#include "counted.h"
#include "gates.h"
#include "pci.h"

/* The message that a local APIC takes (Intel SDM 3, 11.11). */
enum { VECTOR = VECTORS_COUNTED };
#define MSI_TO(apic) (0xfee00000U | (apic) << 12)

static struct edu {
    unsigned device, msi;
    uint32_t command;
    volatile uint32_t *raise;
} edu;

static void message(bool on) { pci_message(edu.device, edu.msi, MSI_TO(apic_id()), VECTOR, on); }

static void cleanup(void)
{
    edu.raise[(EDU_ACKNOWLEDGE - EDU_RAISE) / sizeof *edu.raise] = (uint32_t)EDU_ALL;
    message(false);
    pci_write(edu.device, PCI_COMMAND, edu.command);
    gates_reset();
}

static const char *init(void)
{
    int device = apic_present() ? pci_find(EDU_ID) : -1;
    if (device < 0)
        return "there is no device for it: QEMU makes one with -device edu";
    edu.device = (unsigned)device;
    edu.msi = pci_capability(edu.device, PCI_MSI);
    edu.command = pci_read(edu.device, PCI_COMMAND);
    uint64_t bar = pci_read(edu.device, PCI_BAR0) & ~15U;
    if (!edu.msi || !bar)
        return "no firmware has placed the registers of the device, or it sends no messages";
    edu.raise = (volatile uint32_t *)(bar + EDU_RAISE);
    pci_write(edu.device, PCI_COMMAND, edu.command | PCI_DECODE | PCI_MASTER);
    message(true);
    counted_take(VECTOR);
    uint64_t before = counted;
    *edu.raise = 1;
    if (counted_wait(before))
        return NULL;
    cleanup();
    return "the device's interrupt does not come";
}

TIMED_INSN_WITH(
    volatile uint32_t *raise = edu.raise, ,
    "mov counted, %%rax\n\tmovl $1, (%0)\n\t1: cmp %%rax, counted\n\tje 1b", : : "r"(raise) : "rax",
    "memory")

BENCHMARK(.summary = "Have a device interrupt the CPU by a message (MSI) and take it",
          .path = PATH_INTERRUPT, .exits = 2, .init = init, .cleanup = cleanup);
