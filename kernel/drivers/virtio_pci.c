#include "virtio_pci.h"

#include <pci.h>

#include "pci_bar.h"

enum {
    VENDOR = 0x1af4,
    FIRST_NEW = 0x1040,   /* device number: with the kind added */
    OLD_NETWORK = 0x1000, /* of those that have their old registers too */
    OLD_DISK = 0x1001,
    OLD_CONSOLE = 0x1003,

    /* capabilities of the vendor's (4.1.4) */
    VENDOR_CAPABILITY = 9,
    COMMON = 1,
    BELLS = 2,
    CONFIGURATION = 4,
    OFFSET = 8,
    MULTIPLIER = 16,

    /* the capability of a table of messages (PCI 3.0, 6.8.2) */
    MESSAGES = 0x11,
    BAR_NUMBER = 7 /* in the words that say where something is */
};

#define MESSAGES_ON (1U << 31)

/* The common registers (4.1.4.3). */
struct virtio_pci_common {
    uint32_t offered_select, offered, accepted_select, accepted;
    uint16_t configuration_vector, queues;
    uint8_t status, generation;
    uint16_t queue, size, queue_vector, enabled, bell;
    uint32_t descriptors[2], available[2], used[2];
};

_Static_assert(__builtin_offsetof(struct virtio_pci_common, used) == 0x30, "layout");

/* The registers of a kind, and where the capability is that tells of them. */
static uint64_t registers(unsigned device, unsigned kind, unsigned *capability)
{
    enum { MOST = 48, LAST = 0xfc };
    unsigned at = pci_read(device, PCI_CAPABILITIES) & LAST;
    for (unsigned i = 0; at && i < MOST; i++) {
        uint32_t header = pci_read(device, at);
        if ((uint8_t)header == VENDOR_CAPABILITY && header >> 24 == kind) {
            uint64_t base = pci_bar(device, pci_read(device, at + 4) & BAR_NUMBER);
            *capability = at;
            return base ? base + pci_read(device, at + OFFSET) : 0;
        }
        at = header >> 8 & LAST;
    }
    return 0;
}

static bool is_of_kind(unsigned device, unsigned kind)
{
    uint32_t id = pci_read(device, PCI_ID), number = id >> 16;
    return (uint16_t)id == VENDOR &&
           (number == FIRST_NEW + kind || (kind == VIRTIO_NETWORK && number == OLD_NETWORK) ||
            (kind == VIRTIO_DISK && number == OLD_DISK) ||
            (kind == VIRTIO_CONSOLE && number == OLD_CONSOLE));
}

/* Finds its registers, which have to be let through for that. */
static bool reach(unsigned function, struct virtio_pci *device)
{
    unsigned capability;
    pci_write(function, PCI_COMMAND, pci_read(function, PCI_COMMAND) | PCI_DECODE | PCI_MASTER);
    device->function = function;
    device->common = (void *)registers(function, COMMON, &capability);
    device->configuration = registers(function, CONFIGURATION, &capability);
    device->bells = registers(function, BELLS, &capability);
    device->bell_step = device->bells ? pci_read(function, capability + MULTIPLIER) : 0;
    return device->common && device->bells;
}

bool virtio_pci_find(unsigned kind, unsigned index, struct virtio_pci *device)
{
    for (unsigned function = 0; function < PCI_DEVICES; function++)
        if (is_of_kind(function, kind) && reach(function, device) && !index--)
            return true;
    return false;
}

uint32_t virtio_pci_offered(const struct virtio_pci *device)
{
    device->common->offered_select = 0;
    return device->common->offered;
}

static void set(volatile uint32_t *words, const void *address)
{
    words[0] = (uint32_t)(uint64_t)address;
    words[1] = (uint32_t)((uint64_t)address >> 32);
}

/* The reset is over when it reads as 0 (4.1.4.3.2). */
void virtio_pci_stop(const struct virtio_pci *device)
{
    device->common->status = 0;
    while (device->common->status)
        ;
}

static bool set_queue(volatile struct virtio_pci_common *common, const struct virtio_rings *rings)
{
    common->queue = rings->number;
    if (common->size < rings->entries)
        return false;
    common->size = rings->entries;
    common->queue_vector = rings->message;
    set(common->descriptors, rings->descriptors);
    set(common->available, rings->available);
    set(common->used, rings->used);
    common->enabled = 1;
    return true;
}

bool virtio_pci_start(const struct virtio_pci *device, const struct virtio_rings *rings,
                      unsigned count)
{
    enum { NEW_REGISTERS = 1 /* feature 32 */ };
    volatile struct virtio_pci_common *common = device->common;
    virtio_pci_stop(device);
    common->status = VIRTIO_FOUND;
    common->accepted_select = 0;
    common->accepted = rings->features;
    common->accepted_select = 1;
    common->accepted = NEW_REGISTERS;
    common->status = VIRTIO_FOUND | VIRTIO_FEATURES_OK;
    common->configuration_vector = VIRTIO_NO_MESSAGE;
    bool is_taken = common->status & VIRTIO_FEATURES_OK;
    for (unsigned i = 0; i < count && is_taken; i++)
        is_taken = set_queue(common, &rings[i]);
    common->status = is_taken ? VIRTIO_FOUND | VIRTIO_FEATURES_OK | VIRTIO_RUNNING : 0;
    return is_taken;
}

uint64_t virtio_pci_bell(const struct virtio_pci *device, uint16_t queue)
{
    device->common->queue = queue;
    return device->bells + device->common->bell * device->bell_step;
}

bool virtio_pci_message(const struct virtio_pci *device, uint64_t address, uint32_t data)
{
    unsigned function = device->function, at = pci_capability(function, MESSAGES);
    uint32_t table = at ? pci_read(function, at + 4) : 0;
    uint64_t base = at ? pci_bar(function, table & BAR_NUMBER) : 0;
    if (!base)
        return false;
    volatile uint32_t *entry = (volatile uint32_t *)(base + (table & ~(uint32_t)BAR_NUMBER));
    pci_write(function, at, pci_read(function, at) | MESSAGES_ON);
    entry[0] = (uint32_t)address;
    entry[1] = (uint32_t)(address >> 32);
    entry[2] = data;
    entry[3] = 0; /* not masked */
    return true;
}

void virtio_pci_no_messages(const struct virtio_pci *device)
{
    unsigned at = pci_capability(device->function, MESSAGES);
    if (at)
        pci_write(device->function, at, pci_read(device->function, at) & ~MESSAGES_ON);
}
