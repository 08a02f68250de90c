/* A virtio queue for many requests at a time, the split one (virtio 1.2, 2.7). A request has a
 * slot, whose descriptors are always the same, so that nothing has to be looked for. */
#ifndef VIRTIO_QUEUE_H
#define VIRTIO_QUEUE_H

#include <virtio.h>

enum { QUEUE_SLOTS = 32, QUEUE_PARTS = 3, QUEUE_ENTRIES = 128 };

_Static_assert(QUEUE_SLOTS *QUEUE_PARTS <= QUEUE_ENTRIES, "every slot has its descriptors");

/* The memory that the device knows. Old devices want the used ring on a page of its own. */
struct queue_memory {
    struct virtio_descriptor descriptors[QUEUE_ENTRIES];
    struct {
        uint16_t flags, index, ring[QUEUE_ENTRIES], used_event;
    } available;
    struct {
        uint16_t flags, index;
        struct {
            uint32_t id, length;
        } ring[QUEUE_ENTRIES];
        uint16_t available_event;
    } used __attribute__((aligned(PAGE_4K)));
    struct virtio_descriptor tables[QUEUE_SLOTS][QUEUE_PARTS]; /* of requests that have one */
};

struct queue {
    struct queue_memory *memory;
    bool has_tables, has_events, interrupts;
    uint16_t rung;  /* what the device knows of */
    uint16_t taken; /* answers */
    bool in_flight[QUEUE_SLOTS];
};

/* A part of a request, a piece of memory. */
struct queue_part {
    const void *at;
    uint32_t bytes;
    bool is_answer; /* the device writes it */
};

/* Makes an empty queue in `memory`, aligned to a page, with what `features` say: VIRTIO_INDIRECT,
 * VIRTIO_EVENT_INDEX. */
void queue_make(struct queue *queue, struct queue_memory *memory, uint32_t features,
                bool interrupts);

/* What the device is to be told of it. */
struct virtio_rings queue_rings(const struct queue *queue, uint16_t number, uint32_t features,
                                uint16_t message);

/* Puts a request of `count` parts, at most QUEUE_PARTS, into a slot that is free. */
void queue_put(struct queue *queue, unsigned slot, const struct queue_part *parts, unsigned count);

/* Whether the device has to be told of what was put since it was last asked. */
bool queue_wants_bell(struct queue *queue);

/* Takes an answer: returns its slot, and how many bytes the device says that it wrote. */
enum { QUEUE_EMPTY = -1, QUEUE_BROKEN = -2 /* the answer is to no request */ };
int queue_take(struct queue *queue, uint32_t *written);

#endif
