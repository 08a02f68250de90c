/* The doorbell of a virtio queue: a store to the device's page, which says that the queue has
 * something new. With an empty queue it is the bell alone: the monitor looks and finds nothing, or
 * KVM wakes a thread that does (ioeventfd). With a buffer in it, which the random number generator
 * fills, the guest polls until the device has given it back: the whole way of a request but for an
 * interrupt. Needs -device virtio-rng-device on a machine like QEMU's microvm. */
#include "virtio.h"

enum { RANDOM_NUMBERS = 4, PLACES = 24, PLACE = 0x200, WAIT_MS = 500 };

/* QEMU's microvm has its virtio devices here (hw/i386/microvm). */
#define FIRST_PLACE 0xfeb00000UL

static struct device {
    uint64_t base;
    struct virtio_queue *queue;
} device;

static uint64_t find(void)
{
    for (uint64_t at = FIRST_PLACE; at < FIRST_PLACE + PLACES * PLACE; at += PLACE)
        if (*virtio_register(at, VIRTIO_MAGIC) == VIRTIO_MAGIC_VALUE &&
            *virtio_register(at, VIRTIO_DEVICE) == RANDOM_NUMBERS)
            return at;
    return 0;
}

/* A request and its bell; the queue's only descriptor serves for all. */
static inline uint16_t send(const struct device *d)
{
    uint16_t index = (uint16_t)(d->queue->available.index + 1);
    __atomic_store_n(&d->queue->available.index, index, __ATOMIC_RELEASE);
    *virtio_register(d->base, VIRTIO_NOTIFY) = 0;
    return index;
}

static inline void send_and_wait(const struct device *d)
{
    uint16_t index = send(d);
    while (d->queue->used.index != index)
        cpu_relax();
}

static const char *init(void)
{
    struct virtio_queue *queue = heap_alloc(sizeof *queue, PAGE_4K);
    device = (struct device){find(), queue};
    if (!device.base)
        return "there is no virtio-rng: QEMU's microvm has one with -device virtio-rng-device";
    if (!queue)
        return "not enough memory for a virtio queue";
    memset(queue, 0, sizeof *queue);
    queue->available.flags = VIRTIO_NO_INTERRUPT;
    const char *reason = virtio_start(device.base, queue);
    if (reason)
        virtio_stop(device.base);
    return reason;
}

static void cleanup(void) { virtio_stop(device.base); }

/* The buffer of all requests. Sends one, so that a device that does not answer shows itself. */
static const char *init_request(void)
{
    static uint64_t number;
    const char *reason = init();
    if (reason)
        return reason;
    device.queue->descriptors[0].address = (uint64_t)&number;
    device.queue->descriptors[0].length = sizeof number;
    device.queue->descriptors[0].flags = VIRTIO_WRITABLE;
    uint16_t index = send(&device);
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), WAIT_MS, 1000);
    while (timer_read() - start < limit)
        if (device.queue->used.index == index)
            return NULL;
    cleanup();
    return "the virtio-rng does not answer";
}

TIMED_INSN_WITH(uint64_t bell = device.base + VIRTIO_NOTIFY;
                uint64_t first_queue = 0, , "movl %k1, (%0)",
                :
                : "r"(bell), "r"(first_queue)
                : "memory")

TIMED_CALL_OF(run_request, control_request, const struct device *d = &device, , send_and_wait(d), d)

BENCHMARK(.summary = "Ring the doorbell of an empty virtio queue", .path = PATH_MONITOR, .exits = 1,
          .also = "DVH: DevNotify", .init = init, .cleanup = cleanup, .flags = DANGEROUS_ON_METAL);
VARIANT_OF(run_request, control_request, and_poll, "-and-poll",
           .summary = "Have a virtio device fill a buffer and poll until it has",
           .path = PATH_MONITOR, .exits = EXITS_VARY, .init = init_request, .cleanup = cleanup,
           .flags = DANGEROUS_ON_METAL);
