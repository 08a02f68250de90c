/* The scratch network, a virtio network device (virtio 1.2, 5.1). */
#include <hyperbench.h>
#include <net.h>

#include "virtio_device.h"
#include "virtio_queue.h"

/* Locally administered, so no maker's: the letters HB, and nothing behind them. */
const uint8_t net_address[6] = {0x52, 0x54, 0x00, 0x48, 0x42, 0x00};

enum {
    RECEIVED = 0, /* queues */
    SENT = 1,
    HAS_ADDRESS = 1 << 5, /* features */
    MERGES = 1 << 15
};

_Static_assert(QUEUE_SLOTS == NET_DEPTH, "a frame has a slot of the queue");

/* What is in front of a frame (5.1.6): nothing is asked of the device. */
struct header {
    uint8_t flags, segmentation;
    uint16_t header_bytes, segment_bytes, checksum_start, checksum_offset, buffers;
};

/* A frame as it comes, with room for a longer one that is none of ours. What is behind the headers
 * of Ethernet, IP and ICMP is aligned. */
struct arrival {
    uint8_t unused[2];
    struct header header;
    uint8_t frame[2048 - 2 - sizeof(struct header)];
};

static struct net {
    struct virtio_device device;
    struct queue received, sent;
    struct arrival *arrivals; /* one for each slot */
    bool is_open;
    int held; /* the slot whose frame was taken last; none below 0 */
    const uint8_t *frame;
    bool in_flight[NET_DEPTH];
} net;

void net_close(void)
{
    if (net.is_open)
        virtio_halt(&net.device);
    net.is_open = false;
}

static bool is_scratch(void)
{
    uint64_t low = virtio_configuration(&net.device, 0);
    uint64_t address = (uint64_t)virtio_configuration(&net.device, 4) << 32 | low;
    return virtio_offered(&net.device) & HAS_ADDRESS &&
           !memcmp(&address, net_address, sizeof net_address);
}

static bool find(void)
{
    for (unsigned i = 0; virtio_find(VIRTIO_NETWORK, i, &net.device); i++)
        if (is_scratch())
            return true;
    return false;
}

/* Gives the device a slot to put a frame into. */
static void offer(unsigned slot)
{
    struct arrival *arrival = &net.arrivals[slot];
    uint32_t bytes = sizeof arrival->header + sizeof arrival->frame;
    struct queue_part part = {&arrival->header, bytes, true};
    queue_put(&net.received, slot, &part, 1);
}

static void ring(struct queue *queue, uint16_t number)
{
    if (queue_wants_bell(queue))
        virtio_ring_bell(&net.device, number);
}

/* Without merged buffers an old device has a shorter header (5.1.6.1). */
static const char *start(unsigned ways, struct queue_memory *memory)
{
    bool interrupts = ways & NET_INTERRUPTS;
    uint32_t wanted = HAS_ADDRESS | MERGES | (ways & NET_EVENTS ? VIRTIO_EVENT_INDEX : 0);
    uint32_t features = virtio_offered(&net.device) & wanted;
    if (net.device.registers && virtio_is_old(net.device.registers) && !(features & MERGES))
        return "the network device has a header of before virtio 1.0";
    queue_make(&net.received, &memory[RECEIVED], features, interrupts);
    queue_make(&net.sent, &memory[SENT], features, false);
    struct virtio_rings rings[] = {
        queue_rings(&net.received, RECEIVED, features, interrupts ? 0 : VIRTIO_NO_MESSAGE),
        queue_rings(&net.sent, SENT, features, VIRTIO_NO_MESSAGE)};
    return virtio_run(&net.device, rings, VIRTIO_QUEUES, interrupts);
}

const char *net_open(unsigned ways)
{
    struct queue_memory *memory = heap_alloc(VIRTIO_QUEUES * sizeof *memory, PAGE_4K);
    net = (struct net){.held = -1, .arrivals = heap_alloc(NET_DEPTH * sizeof *net.arrivals, 64)};
    if (!memory || !net.arrivals)
        return "not enough memory for virtio queues";
    if (!find())
        return "there is no virtio network for measurements: none has the address " NET_ADDRESS;
    const char *reason = start(ways, memory);
    net.is_open = !reason;
    for (unsigned slot = 0; net.is_open && slot < NET_DEPTH; slot++)
        offer(slot);
    if (net.is_open)
        ring(&net.received, RECEIVED);
    return reason;
}

int net_take_sent(void)
{
    uint32_t written;
    int slot = queue_take(&net.sent, &written);
    if (slot == QUEUE_BROKEN)
        fail("the network says that a frame was sent that it was not given");
    if (slot >= 0)
        net.in_flight[slot] = false;
    return slot;
}

unsigned net_await_sent(void) { return (unsigned)poll_until(net_take_sent); }

void net_await_all_sent(void)
{
    for (unsigned slot = 0; slot < NET_DEPTH; slot++)
        while (net.in_flight[slot])
            net_await_sent();
}

void net_put(unsigned slot, const void *frame, uint32_t bytes)
{
    static const struct header header;
    struct queue_part parts[] = {{&header, sizeof header, false}, {frame, bytes, false}};
    while (net.in_flight[slot])
        net_await_sent();
    net.in_flight[slot] = true;
    queue_put(&net.sent, slot, parts, 2);
}

void net_ring(void) { ring(&net.sent, SENT); }

/* What was taken last is given back first. */
static int take(void)
{
    if (net.held >= 0) {
        offer((unsigned)net.held);
        ring(&net.received, RECEIVED);
        net.held = -1;
    }
    uint32_t written;
    int slot = queue_take(&net.received, &written);
    if (slot == QUEUE_EMPTY)
        return slot;
    if (slot == QUEUE_BROKEN)
        fail("the network says that a frame has come that there was no room for");
    struct arrival *arrival = &net.arrivals[slot];
    if (written < sizeof arrival->header ||
        written > sizeof arrival->header + sizeof arrival->frame)
        fail("the network says that a frame has come of %u bytes, with its header", written);
    net.held = slot;
    net.frame = arrival->frame;
    return (int)(written - sizeof arrival->header);
}

int net_take(const void **frame)
{
    int bytes = take();
    *frame = net.frame;
    return bytes;
}

int net_await(const void **frame)
{
    int bytes = virtio_await(&net.device, take);
    *frame = net.frame;
    return bytes;
}
