/* One write to QEMU's pci-testdev, to its first BAR (memory) or its second (port). With an
 * eventfd KVM ends the exit in the kernel and wakes a thread of the monitor: for any value
 * (eventfd), or for one alone (datamatch). The doorbell of a virtio device on PCI is the same
 * store. Needs -device pci-testdev. */
#include <hyperbench.h>

#include "pci.h"

enum {
    TESTDEV_ID = 0x0005 << 16 | 0x1b36, /* QEMU, docs/specs/pci-testdev */
    PORTS = 1 << 8,                     /* in `operand`, beside the test's number */
    NO_EVENTFD = 0,
    WILDCARD = 1,
    DATAMATCH = 2
};

/* What either BAR begins with, in bytes from its start. */
enum { TEST = 0, WIDTH = 1, OFFSET = 4, DATA = 8, COUNT = 12, NO_TEST = 0xff };

static uint32_t bar;
static struct doorbell {
    uint64_t at, value;
} doorbell;

/* Decoding is on before the BARs are used; they were placed by firmware. */
static const char *find(void)
{
    int device = pci_find(TESTDEV_ID);
    if (device < 0)
        return "there is no pci-testdev: QEMU makes one with -device pci-testdev";
    uint32_t command = pci_read((unsigned)device, PCI_COMMAND);
    bar = pci_read((unsigned)device, PCI_BAR0 + (operand & PORTS ? 4 : 0)) & ~15U;
    if (!bar)
        return "no firmware has placed the pci-testdev's registers";
    pci_write((unsigned)device, PCI_COMMAND, command | PCI_DECODE);
    return NULL;
}

/* The device counts what no eventfd has taken. */
static const char *check(unsigned width, uint32_t count)
{
    bool by_device = (operand & ~(uint64_t)PORTS) == NO_EVENTFD;
    return width == 1 && by_device == !!count ? NULL : "the doorbell is not heard as it should be";
}

TIMED_INSN_WITH(struct doorbell bell = doorbell, , "movb %%al, (%1)", : : "a"(bell.value),
                "r"(bell.at) : "memory")

TIMED_INSN_OF(run_port, control_port, struct doorbell bell = doorbell, ,
              "outb %%al, %w1", : : "a"(bell.value), "d"(bell.at))

static const char *init_port(void)
{
    const char *reason = find();
    if (reason)
        return reason;
    uint16_t port = (uint16_t)bar;
    out8(port + TEST, (uint8_t)operand);
    doorbell = (struct doorbell){port + in32(port + OFFSET), in8(port + DATA)};
    run_port(1);
    return check(in8(port + WIDTH), in32(port + COUNT));
}

static void cleanup_port(void) { out8((uint16_t)bar + TEST, NO_TEST); }

static const char *init_memory(void)
{
    const char *reason = find();
    if (reason)
        return reason;
    volatile uint8_t *header = (volatile uint8_t *)(uint64_t)bar;
    header[TEST] = (uint8_t)operand;
    doorbell = (struct doorbell){bar + *(volatile uint32_t *)(header + OFFSET), header[DATA]};
    run(1);
    return check(header[WIDTH], *(volatile uint32_t *)(header + COUNT));
}

static void cleanup_memory(void) { ((volatile uint8_t *)(uint64_t)bar)[TEST] = NO_TEST; }

#define IN_MEMORY(number) \
    .init = init_memory, .cleanup = cleanup_memory, .exits = 1, .operand = number
#define BY_PORT(number) \
    .init = init_port, .cleanup = cleanup_port, .exits = 1, .operand = PORTS | number

VARIANT(mem, "-mem", .summary = "Ring a doorbell in memory that the monitor hears",
        .path = PATH_MONITOR, .also = "kut: mmio-no-eventfd:pci-mem", IN_MEMORY(NO_EVENTFD));
VARIANT(mem_eventfd, "-mem-eventfd",
        .summary = "Ring a doorbell in memory that the hypervisor hears (eventfd)",
        .path = PATH_HYPERVISOR, .also = "kut: mmio-wildcard-eventfd:pci-mem", IN_MEMORY(WILDCARD));
VARIANT(mem_datamatch, "-mem-datamatch",
        .summary = "Ring a doorbell in memory that the hypervisor knows by its value (eventfd)",
        .path = PATH_HYPERVISOR, .also = "kut: mmio-datamatch-eventfd:pci-mem",
        IN_MEMORY(DATAMATCH));
VARIANT_OF(run_port, control_port, io, "-io",
           .summary = "Ring a doorbell at a port that the monitor hears", .path = PATH_MONITOR,
           .also = "kut: portio-no-eventfd:pci-io", BY_PORT(NO_EVENTFD));
VARIANT_OF(run_port, control_port, io_eventfd, "-io-eventfd",
           .summary = "Ring a doorbell at a port that the hypervisor hears (eventfd)",
           .path = PATH_HYPERVISOR, .also = "kut: portio-wildcard-eventfd:pci-io",
           BY_PORT(WILDCARD));
VARIANT_OF(run_port, control_port, io_datamatch, "-io-datamatch",
           .summary = "Ring a doorbell at a port that the hypervisor knows by its value (eventfd)",
           .path = PATH_HYPERVISOR, .also = "kut: portio-datamatch-eventfd:pci-io",
           BY_PORT(DATAMATCH));
