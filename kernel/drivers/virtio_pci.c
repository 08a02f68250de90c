#include "virtio_pci.h"

#include <paging.h>
#include <pci.h>

enum {
    VENDOR = 0x1af4,
    FIRST_NEW = 0x1040, /* device number: with the kind added */
    OLD_CONSOLE = 0x1003,

    /* capabilities of the vendor's (4.1.4) */
    VENDOR_CAPABILITY = 9,
    COMMON = 1,
    BELLS = 2,
    OFFSET = 8,
    MULTIPLIER = 16,

    /* base address registers (PCI 3.0, 6.2.5.1) */
    BAR_PORTS = 1,
    BAR_64_BITS = 4,
    BAR_FLAGS = 15,
    PLACE = 0x100000, /* for one that nobody has placed: behind what benchmarks take */

    LONGEST = 0x10000 /* what is mapped of a BAR */
};

/* The common registers (4.1.4.3). */
struct common {
    uint32_t offered_select, offered, accepted_select, accepted;
    uint16_t configuration_vector, queues;
    uint8_t status, generation;
    uint16_t queue, size, queue_vector, enabled, bell;
    uint32_t descriptors[2], available[2], used[2];
};

_Static_assert(__builtin_offsetof(struct common, used) == 0x30, "layout");

/* Where a BAR's registers are, mapped; 0 when they cannot be reached. */
static uint64_t bar(unsigned device, unsigned number)
{
    unsigned reg = PCI_BAR0 + 4 * number;
    uint32_t low = pci_read(device, reg);
    uint64_t address = low & ~(uint32_t)BAR_FLAGS;
    if (low & BAR_PORTS)
        return 0;
    if (low & BAR_64_BITS)
        address |= (uint64_t)pci_read(device, reg + 4) << 32;
    if (!address && pci_memory) {
        address = pci_memory + PLACE;
        pci_write(device, reg, (uint32_t)address);
    }
    return address && paging_map_device(address, LONGEST) ? address : 0;
}

/* The registers of a kind, and where the capability is that tells of them. */
static uint64_t registers(unsigned device, unsigned kind, unsigned *capability)
{
    enum { MOST = 48, LAST = 0xfc };
    unsigned at = pci_read(device, PCI_CAPABILITIES) & LAST;
    for (unsigned i = 0; at && i < MOST; i++) {
        uint32_t header = pci_read(device, at);
        if ((uint8_t)header == VENDOR_CAPABILITY && header >> 24 == kind) {
            uint64_t base = bar(device, pci_read(device, at + 4) & 7);
            *capability = at;
            return base ? base + pci_read(device, at + OFFSET) : 0;
        }
        at = header >> 8 & LAST;
    }
    return 0;
}

static void set(volatile uint32_t *words, const void *address)
{
    words[0] = (uint32_t)(uint64_t)address;
    words[1] = (uint32_t)((uint64_t)address >> 32);
}

static bool start(volatile struct common *common, uint16_t number, struct virtio_queue *queue)
{
    enum { NEW_REGISTERS = 1 /* feature 32 */ };
    common->status = 0;
    while (common->status) /* the reset is over when it reads as 0 (4.1.4.3.2) */
        ;
    common->status = VIRTIO_FOUND;
    common->accepted_select = 0;
    common->accepted = 0;
    common->accepted_select = 1;
    common->accepted = NEW_REGISTERS;
    common->status = VIRTIO_FOUND | VIRTIO_FEATURES_OK;
    common->queue = number;
    if (!(common->status & VIRTIO_FEATURES_OK) || common->size < VIRTIO_ENTRIES) {
        common->status = 0;
        return false;
    }
    common->size = VIRTIO_ENTRIES;
    set(common->descriptors, queue->descriptors);
    set(common->available, &queue->available);
    set(common->used, &queue->used);
    common->enabled = 1;
    common->status = VIRTIO_FOUND | VIRTIO_FEATURES_OK | VIRTIO_RUNNING;
    return true;
}

uint64_t virtio_pci_start(unsigned kind, uint16_t number, struct virtio_queue *queue)
{
    int device = pci_find((FIRST_NEW + kind) << 16 | VENDOR);
    unsigned capability;
    if (device < 0 && kind == VIRTIO_CONSOLE)
        device = pci_find((uint32_t)OLD_CONSOLE << 16 | VENDOR);
    if (device < 0)
        return 0;
    unsigned function = (unsigned)device;
    pci_write(function, PCI_COMMAND, pci_read(function, PCI_COMMAND) | PCI_DECODE | PCI_MASTER);
    volatile struct common *common = (void *)registers(function, COMMON, &capability);
    uint64_t bells = registers(function, BELLS, &capability);
    if (!common || !bells || !start(common, number, queue))
        return 0;
    return bells + (uint64_t)common->bell * pci_read(function, capability + MULTIPLIER);
}
