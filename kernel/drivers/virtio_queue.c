#include "virtio_queue.h"

#include <lib.h>

void queue_make(struct queue *queue, struct queue_memory *memory, uint32_t features,
                bool interrupts)
{
    memset(memory, 0, sizeof *memory);
    *queue = (struct queue){.memory = memory,
                            .has_tables = features & VIRTIO_INDIRECT,
                            .has_events = features & VIRTIO_EVENT_INDEX,
                            .interrupts = interrupts};
    if (!interrupts)
        memory->available.flags = VIRTIO_NO_INTERRUPT;
}

struct virtio_rings queue_rings(const struct queue *queue, uint16_t number, uint32_t features,
                                uint16_t message)
{
    return (struct virtio_rings){.number = number,
                                 .entries = QUEUE_ENTRIES,
                                 .message = message,
                                 .features = features,
                                 .descriptors = queue->memory->descriptors,
                                 .available = &queue->memory->available,
                                 .used = &queue->memory->used};
}

/* Fills descriptors for a request's parts; `first` is the number of the first. */
static void chain(struct virtio_descriptor *descriptors, unsigned first,
                  const struct queue_part *parts, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        bool is_last = i + 1 == count;
        descriptors[i] = (struct virtio_descriptor){
            .address = (uint64_t)parts[i].at,
            .length = parts[i].bytes,
            .flags = (uint16_t)((parts[i].is_answer ? VIRTIO_WRITABLE : 0) |
                                (is_last ? 0 : VIRTIO_CHAINED)),
            .next = (uint16_t)(is_last ? 0 : first + i + 1),
        };
    }
}

void queue_put(struct queue *queue, unsigned slot, const struct queue_part *parts, unsigned count)
{
    struct queue_memory *memory = queue->memory;
    unsigned head = slot * QUEUE_PARTS;
    if (queue->has_tables) {
        chain(memory->tables[slot], 0, parts, count);
        memory->descriptors[head] =
            (struct virtio_descriptor){.address = (uint64_t)memory->tables[slot],
                                       .length = count * (uint32_t)sizeof **memory->tables,
                                       .flags = VIRTIO_TABLE};
    } else {
        chain(&memory->descriptors[head], head, parts, count);
    }
    uint16_t index = memory->available.index;
    memory->available.ring[index % QUEUE_ENTRIES] = (uint16_t)head;
    queue->in_flight[slot] = true;
    __atomic_store_n(&memory->available.index, (uint16_t)(index + 1), __ATOMIC_RELEASE);
}

/* Where it says so by indexes, the device waits for the request at one (2.7.10.1). */
bool queue_wants_bell(struct queue *queue)
{
    struct queue_memory *memory = queue->memory;
    uint16_t last = queue->rung, now = memory->available.index;
    if (now == last)
        return false;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    queue->rung = now;
    if (!queue->has_events)
        return !(__atomic_load_n(&memory->used.flags, __ATOMIC_RELAXED) & VIRTIO_NO_NOTIFY);
    uint16_t event = __atomic_load_n(&memory->used.available_event, __ATOMIC_RELAXED);
    return (uint16_t)(now - event - 1) < (uint16_t)(now - last);
}

/* The device interrupts once its index passes `used_event`: at the next answer, or at none of the
 * many that come before the index is there again (2.7.7.1). */
static void choose_event(struct queue *queue)
{
    uint16_t none = (uint16_t)(queue->taken - 1);
    queue->memory->available.used_event = queue->interrupts ? queue->taken : none;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

int queue_take(struct queue *queue, uint32_t *written)
{
    struct queue_memory *memory = queue->memory;
    uint16_t at = queue->taken % QUEUE_ENTRIES;
    if (__atomic_load_n(&memory->used.index, __ATOMIC_ACQUIRE) == queue->taken)
        return QUEUE_EMPTY;
    uint32_t id = memory->used.ring[at].id, slot = id / QUEUE_PARTS;
    if (id % QUEUE_PARTS || slot >= QUEUE_SLOTS || !queue->in_flight[slot])
        return QUEUE_BROKEN;
    *written = memory->used.ring[at].length;
    queue->in_flight[slot] = false;
    queue->taken++;
    if (queue->has_events)
        choose_event(queue);
    return (int)slot;
}
