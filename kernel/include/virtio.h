/* Virtio devices, a queue for one request at a time, and the registers of one that is no PCI
 * device. Virtio 1.2: section 4.2 (registers, the old ones 4.2.4), 2.7 (the queue).
 * drivers/virtio_queue.h has a queue for many requests. */
#ifndef VIRTIO_H
#define VIRTIO_H

#include <posih.h>

enum {
    /* kinds of devices (5) */
    VIRTIO_NETWORK = 1,
    VIRTIO_DISK = 2,
    VIRTIO_CONSOLE = 3,
    VIRTIO_RANDOM_NUMBERS = 4,

    /* registers */
    VIRTIO_MAGIC = 0x00,
    VIRTIO_VERSION = 0x04,
    VIRTIO_DEVICE = 0x08,
    VIRTIO_OFFERED = 0x10,
    VIRTIO_OFFERED_SELECT = 0x14,
    VIRTIO_FEATURES = 0x20,
    VIRTIO_FEATURES_SELECT = 0x24,
    VIRTIO_OLD_PAGE_SIZE = 0x28,
    VIRTIO_QUEUE = 0x30,
    VIRTIO_QUEUE_MAX = 0x34,
    VIRTIO_QUEUE_SIZE = 0x38,
    VIRTIO_OLD_QUEUE_ALIGN = 0x3c,
    VIRTIO_OLD_QUEUE_PAGE = 0x40,
    VIRTIO_QUEUE_READY = 0x44,
    VIRTIO_NOTIFY = 0x50,
    VIRTIO_INTERRUPT_ACK = 0x64,
    VIRTIO_STATUS = 0x70,
    VIRTIO_DESCRIPTORS = 0x80,
    VIRTIO_AVAILABLE = 0x90,
    VIRTIO_USED = 0xa0,
    VIRTIO_CONFIGURATION = 0x100,

    VIRTIO_MAGIC_VALUE = 0x74726976,
    VIRTIO_FOUND = 1 | 2, /* status: device and its driver are known */
    VIRTIO_FEATURES_OK = 8,
    VIRTIO_RUNNING = 4,
    VIRTIO_ENTRIES = 8,
    VIRTIO_USED_BUFFER = 1,  /* why it interrupts */
    VIRTIO_CHAINED = 1,      /* of a descriptor: there is a next one */
    VIRTIO_WRITABLE = 2,     /* of a descriptor */
    VIRTIO_TABLE = 4,        /* of a descriptor: it points to more of them */
    VIRTIO_NO_INTERRUPT = 1, /* of the available ring */
    VIRTIO_NO_NOTIFY = 1,    /* of the used ring */

    VIRTIO_NO_MESSAGE = 0xffff /* it sends none */
};

/* Features that all devices may offer (6). */
#define VIRTIO_INDIRECT (1U << 28)
#define VIRTIO_EVENT_INDEX (1U << 29)

/* A queue as a device is told of it, with what is accepted of the features that it offers: of the
 * first 32. That of the new registers always is. */
struct virtio_rings {
    uint16_t number, entries;
    uint16_t message; /* of a PCI device: the entry of its table of messages */
    uint32_t features;
    const void *descriptors, *available, *used;
};

struct virtio_descriptor {
    uint64_t address;
    uint32_t length;
    uint16_t flags, next;
};

/* The memory of a queue for one request at a time. Old devices want the used ring on a page of its
 * own. */
struct virtio_queue {
    struct virtio_descriptor descriptors[VIRTIO_ENTRIES];
    struct {
        uint16_t flags, index, ring[VIRTIO_ENTRIES];
    } available;
    struct {
        uint16_t flags;
        volatile uint16_t index;
        struct {
            uint32_t id, length;
        } ring[VIRTIO_ENTRIES];
    } used __attribute__((aligned(PAGE_4K)));
};

static inline volatile uint32_t *virtio_register(uint64_t base, unsigned reg)
{
    return (volatile uint32_t *)(base + reg);
}

static inline void virtio_set_address(uint64_t base, unsigned reg, const void *address)
{
    *virtio_register(base, reg) = (uint32_t)(uint64_t)address;
    *virtio_register(base, reg + 4) = (uint32_t)((uint64_t)address >> 32);
}

static inline struct virtio_rings virtio_rings(uint16_t number, const struct virtio_queue *queue)
{
    return (struct virtio_rings){.number = number,
                                 .entries = VIRTIO_ENTRIES,
                                 .message = VIRTIO_NO_MESSAGE,
                                 .descriptors = queue->descriptors,
                                 .available = &queue->available,
                                 .used = &queue->used};
}

/* Whether the device has the registers of before virtio 1.0 (4.2.4). */
static inline bool virtio_is_old(uint64_t base)
{
    return *virtio_register(base, VIRTIO_VERSION) == 1;
}

/* Tells the device of a queue. Returns why it does not take it. */
static inline const char *virtio_set_queue(uint64_t base, const struct virtio_rings *rings)
{
    *virtio_register(base, VIRTIO_QUEUE) = rings->number;
    if (*virtio_register(base, VIRTIO_QUEUE_MAX) < rings->entries)
        return "the virtio device's queue is too short";
    *virtio_register(base, VIRTIO_QUEUE_SIZE) = rings->entries;
    if (virtio_is_old(base)) {
        *virtio_register(base, VIRTIO_OLD_PAGE_SIZE) = PAGE_4K;
        *virtio_register(base, VIRTIO_OLD_QUEUE_ALIGN) = PAGE_4K;
        *virtio_register(base, VIRTIO_OLD_QUEUE_PAGE) =
            (uint32_t)((uint64_t)rings->descriptors / PAGE_4K);
    } else {
        virtio_set_address(base, VIRTIO_DESCRIPTORS, rings->descriptors);
        virtio_set_address(base, VIRTIO_AVAILABLE, rings->available);
        virtio_set_address(base, VIRTIO_USED, rings->used);
        *virtio_register(base, VIRTIO_QUEUE_READY) = 1;
    }
    return NULL;
}

/* Takes the device into use with `count` queues, whose features are the first's. Returns why not.
 */
static inline const char *virtio_start(uint64_t base, const struct virtio_rings *rings,
                                       unsigned count)
{
    enum { NEW_REGISTERS = 1 /* feature 32 */ };
    uint32_t status = VIRTIO_FOUND;
    *virtio_register(base, VIRTIO_STATUS) = 0;
    *virtio_register(base, VIRTIO_STATUS) = status;
    *virtio_register(base, VIRTIO_FEATURES_SELECT) = 0;
    *virtio_register(base, VIRTIO_FEATURES) = rings->features;
    if (!virtio_is_old(base)) {
        *virtio_register(base, VIRTIO_FEATURES_SELECT) = 1;
        *virtio_register(base, VIRTIO_FEATURES) = NEW_REGISTERS;
        *virtio_register(base, VIRTIO_STATUS) = status |= VIRTIO_FEATURES_OK;
    }
    for (unsigned i = 0; i < count; i++) {
        const char *reason = virtio_set_queue(base, &rings[i]);
        if (reason)
            return reason;
    }
    *virtio_register(base, VIRTIO_STATUS) = status | VIRTIO_RUNNING;
    return NULL;
}

/* The device forgets the queue. */
static inline void virtio_stop(uint64_t base) { *virtio_register(base, VIRTIO_STATUS) = 0; }

#endif
