/* A store to the device's page. With an empty queue it is the bell alone: the monitor finds
 * nothing, or KVM wakes a thread that does (ioeventfd). The random number generator fills the
 * buffer. The last entry takes the interrupt: the device raises its line, the I/O APIC sends
 * the vector, the handler ends it, and the guest has the device lower the line. Needs -device
 * virtio-rng-device on a machine like QEMU's microvm. */
#include <counted.h>
#include <gates.h>
#include <virtio.h>

#include "ioapic.h"

enum { PLACES = 24, PLACE = 0x200, WAIT_MS = 500, VECTOR = VECTORS_COUNTED };

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
            *virtio_register(at, VIRTIO_DEVICE) == VIRTIO_RANDOM_NUMBERS)
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

static inline void send_and_take(const struct device *d)
{
    uint64_t before = counted;
    send(d);
    while (counted == before)
        cpu_relax();
    *virtio_register(d->base, VIRTIO_INTERRUPT_ACK) = VIRTIO_USED_BUFFER;
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
    struct virtio_rings rings = virtio_rings(0, queue);
    const char *reason = virtio_start(device.base, &rings, 1);
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

static void cleanup_interrupt(void)
{
    cleanup();
    ioapic_route_all(IOAPIC_MASKED);
    gates_reset();
}

/* Which line is the device's only ACPI's code knows: all lead to the same vector. */
static const char *init_interrupt(void)
{
    const char *reason = init_request();
    if (reason)
        return reason;
    device.queue->available.flags = 0;
    counted_take(VECTOR);
    ioapic_route_all(VECTOR);
    uint64_t before = counted;
    send(&device);
    bool came = counted_wait(before);
    *virtio_register(device.base, VIRTIO_INTERRUPT_ACK) = VIRTIO_USED_BUFFER;
    if (came)
        return NULL;
    cleanup_interrupt();
    return "the interrupt of the virtio-rng does not come";
}

TIMED_INSN_WITH(uint64_t bell = device.base + VIRTIO_NOTIFY; uint64_t first_queue = 0, ,
                                                             "movl %k1, (%0)", : : "r"(bell),
                                                             "r"(first_queue) : "memory")

TIMED_CALL_OF(run_request, control_request, const struct device *d = &device, , send_and_wait(d), d)
TIMED_CALL_OF(run_interrupt, control_interrupt, const struct device *d = &device, ,
              send_and_take(d), d)

BENCHMARK(.summary = "Ring the doorbell of an empty virtio queue", .path = PATH_MONITOR, .exits = 1,
          .also = "DVH: DevNotify", .init = init, .cleanup = cleanup, .flags = DANGEROUS_ON_METAL);
VARIANT_OF(run_request, control_request, and_poll, "-and-poll",
           .summary = "Have a virtio device fill a buffer and poll until it has",
           .path = PATH_MONITOR, .exits = EXITS_VARY, .init = init_request, .cleanup = cleanup,
           .flags = DANGEROUS_ON_METAL);
VARIANT_OF(run_interrupt, control_interrupt, and_irq, "-and-irq",
           .summary = "Have a virtio device fill a buffer and take its interrupt",
           .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init_interrupt,
           .cleanup = cleanup_interrupt, .flags = DANGEROUS_ON_METAL);
