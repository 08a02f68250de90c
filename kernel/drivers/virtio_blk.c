/* The scratch disk, a virtio block device (virtio 1.2, 5.2). */
#include <disk.h>
#include <hyperbench.h>

#include "virtio_device.h"
#include "virtio_queue.h"

enum {
    NAME_BYTES = 20,
    READ_ONLY = 1 << 5, /* features */
    FLUSH = 1 << 9,
    DISCARD = 1 << 13,
    SUCCESS = 0, /* states of a request */
    UNSUPPORTED = 2,
    NO_STATE = 0xff
};

_Static_assert(QUEUE_SLOTS == DISK_DEPTH, "a request has a slot of the queue");

/* What is in front of the data, and what is discarded in its place (5.2.6). */
struct header {
    uint32_t kind, reserved;
    uint64_t sector;
};
struct range {
    uint64_t sector;
    uint32_t sectors, flags;
};

static struct disk {
    struct virtio_device device;
    struct queue queue;
    uint32_t features;
    bool is_open;
    struct slot {
        struct header header;
        struct range range;
        uint32_t expected; /* bytes that the disk has to return */
        uint8_t state;
    } slots[DISK_DEPTH];
} disk;

void disk_close(void)
{
    if (disk.is_open)
        virtio_halt(&disk.device);
    disk.is_open = false;
}

static uint32_t features_for(unsigned ways)
{
    uint32_t wanted = READ_ONLY | FLUSH | DISCARD;
    wanted |= ways & DISK_TABLES ? VIRTIO_INDIRECT : 0;
    wanted |= ways & DISK_EVENTS ? VIRTIO_EVENT_INDEX : 0;
    return virtio_offered(&disk.device) & wanted;
}

static const char *start(unsigned ways, struct queue_memory *memory)
{
    bool interrupts = ways & DISK_INTERRUPTS;
    disk.features = features_for(ways);
    queue_make(&disk.queue, memory, disk.features, interrupts);
    struct virtio_rings rings =
        queue_rings(&disk.queue, 0, disk.features, interrupts ? 0 : VIRTIO_NO_MESSAGE);
    const char *reason = virtio_run(&disk.device, &rings, 1, interrupts);
    disk.is_open = !reason;
    return reason;
}

/* A disk that has no name answers so, and is none of ours. */
static bool is_scratch(void)
{
    char name[NAME_BYTES + 1] = "";
    struct slot *slot = &disk.slots[0];
    *slot = (struct slot){.header = {.kind = DISK_NAME}, .state = NO_STATE};
    struct queue_part parts[] = {{&slot->header, sizeof slot->header, false},
                                 {name, NAME_BYTES, true},
                                 {&slot->state, sizeof slot->state, true}};
    queue_put(&disk.queue, 0, parts, 3);
    disk_ring();
    uint32_t written;
    int taken;
    while ((taken = queue_take(&disk.queue, &written)) == QUEUE_EMPTY)
        deadline_check();
    virtio_acknowledge(&disk.device);
    return taken == 0 && slot->state == SUCCESS && !strcmp(name, DISK_SERIAL);
}

const char *disk_open(unsigned ways)
{
    struct queue_memory *memory = heap_alloc(sizeof *memory, PAGE_4K);
    if (!memory)
        return "not enough memory for a virtio queue";
    disk.is_open = false;
    for (unsigned i = 0; virtio_find(VIRTIO_DISK, i, &disk.device); i++) {
        const char *reason = start(0, memory);
        bool is_ours = !reason && is_scratch();
        disk_close();
        if (!is_ours)
            continue;
        return start(ways, memory);
    }
    return "there is no virtio disk for measurements: none has the serial number " DISK_SERIAL;
}

uint64_t disk_bytes(void)
{
    uint64_t low = virtio_configuration(&disk.device, 0);
    return ((uint64_t)virtio_configuration(&disk.device, 4) << 32 | low) * DISK_SECTOR;
}

bool disk_is_read_only(void) { return disk.features & READ_ONLY; }

bool disk_takes(enum disk_kind kind)
{
    return kind == DISK_FLUSH ? disk.features & FLUSH
                              : kind != DISK_DISCARD || disk.features & DISCARD;
}

void disk_put(unsigned number, const struct disk_request *request)
{
    struct slot *slot = &disk.slots[number];
    uint64_t sector = request->at / DISK_SECTOR;
    bool is_discard = request->kind == DISK_DISCARD, is_read = request->kind == DISK_READ;
    slot->state = NO_STATE;
    slot->expected = is_read ? request->bytes : 0;
    slot->header = (struct header){.kind = request->kind, .sector = is_discard ? 0 : sector};
    slot->range = (struct range){sector, request->bytes / DISK_SECTOR, 0};
    struct queue_part parts[QUEUE_PARTS] = {{&slot->header, sizeof slot->header, false}};
    unsigned count = 1;
    if (is_discard)
        parts[count++] = (struct queue_part){&slot->range, sizeof slot->range, false};
    else if (request->bytes)
        parts[count++] = (struct queue_part){request->buffer, request->bytes, is_read};
    parts[count++] = (struct queue_part){&slot->state, sizeof slot->state, true};
    queue_put(&disk.queue, number, parts, count);
}

void disk_ring(void)
{
    if (queue_wants_bell(&disk.queue))
        virtio_ring_bell(&disk.device, 0);
}

static void check(const struct slot *slot, uint32_t written)
{
    unsigned state = *(const volatile uint8_t *)&slot->state;
    if (state == UNSUPPORTED)
        fail("the disk does not know the request");
    if (state == NO_STATE)
        fail("the disk answers a request without saying what came of it");
    if (state != SUCCESS)
        fail("the disk reports an error (state %u)", state);
    if (written < slot->expected)
        fail("the disk returns %u of %u bytes", written, slot->expected);
}

int disk_take(void)
{
    uint32_t written;
    int slot = queue_take(&disk.queue, &written);
    if (slot == QUEUE_BROKEN)
        fail("the disk answers a request that it was not sent");
    if (slot >= 0)
        check(&disk.slots[slot], written);
    return slot;
}

unsigned disk_poll(void) { return (unsigned)poll_until(disk_take); }

unsigned disk_await(void) { return (unsigned)virtio_await(&disk.device, disk_take); }
