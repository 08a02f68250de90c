/* Tests of the virtio queue against a device written here, from the specification (virtio 1.2,
 * 2.7), which may also lie. Runs on the host. */
#include "../drivers/virtio_queue.h"
#include "check.h"

#include <lib.h>

static struct queue_memory memory;
static struct queue queue;
static uint16_t seen; /* requests that the device has taken */

static void start(uint32_t features, bool interrupts)
{
    memset(&memory, 0xee, sizeof memory);
    queue_make(&queue, &memory, features, interrupts);
    seen = 0;
}

static uint32_t device_takes(void)
{
    CHECK(seen != memory.available.index);
    return memory.available.ring[seen++ % QUEUE_ENTRIES];
}

static void device_answers(uint32_t id, uint32_t length)
{
    unsigned at = memory.used.index % QUEUE_ENTRIES;
    memory.used.ring[at].id = id;
    memory.used.ring[at].length = length;
    memory.used.index++;
}

static void put(unsigned slot)
{
    static uint8_t data[3];
    struct queue_part parts[] = {{&data[0], 16, false}, {&data[1], 512, true}, {&data[2], 1, true}};
    queue_put(&queue, slot, parts, 3);
}

/* The lengths along a chain, and whether it ends where it should. */
static void check_chain(const struct virtio_descriptor *table, unsigned first)
{
    static const uint32_t lengths[] = {16, 512, 1};
    static const uint16_t flags[] = {VIRTIO_CHAINED, VIRTIO_CHAINED | VIRTIO_WRITABLE,
                                     VIRTIO_WRITABLE};
    unsigned at = first;
    for (unsigned i = 0; i < 3; i++) {
        CHECK(table[at].length == lengths[i] && table[at].flags == flags[i]);
        at = table[at].next;
    }
}

static void test_a_request_is_a_chain_or_a_table(void)
{
    start(0, false);
    put(5);
    check_chain(memory.descriptors, device_takes());
    start(VIRTIO_INDIRECT, false);
    put(QUEUE_SLOTS - 1);
    const struct virtio_descriptor *head = &memory.descriptors[device_takes()];
    CHECK(head->flags == VIRTIO_TABLE && head->length == 3 * sizeof *head);
    check_chain((const struct virtio_descriptor *)head->address, 0);
}

static void test_answers_come_in_any_order_and_for_ever(void)
{
    enum { ROUNDS = 70000 }; /* more than an index counts */
    uint32_t written, first, second;
    start(VIRTIO_EVENT_INDEX, true);
    for (unsigned i = 0; i < ROUNDS; i++) {
        put(3);
        put(7);
        first = device_takes();
        second = device_takes();
        CHECK(queue_take(&queue, &written) == QUEUE_EMPTY);
        device_answers(second, 100);
        CHECK(queue_take(&queue, &written) == 7 && written == 100);
        device_answers(first, 200);
        CHECK(queue_take(&queue, &written) == 3 && written == 200);
        CHECK(memory.available.used_event == memory.used.index);
    }
}

static void test_an_answer_to_no_request_is_noticed(void)
{
    static const uint32_t wrong[] = {1, 9, QUEUE_ENTRIES, UINT32_MAX};
    uint32_t written;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        start(0, false);
        put(0);
        device_answers(wrong[i], 1);
        CHECK(queue_take(&queue, &written) == QUEUE_BROKEN);
    }
    start(0, false);
    put(0);
    device_answers(0, 1);
    device_answers(0, 1);
    CHECK(queue_take(&queue, &written) == 0);
    CHECK(queue_take(&queue, &written) == QUEUE_BROKEN);
}

static void test_the_bell_is_rung_when_the_device_wants_it(void)
{
    start(0, false);
    CHECK(memory.available.flags == VIRTIO_NO_INTERRUPT);
    CHECK(!queue_wants_bell(&queue));
    put(0);
    CHECK(queue_wants_bell(&queue) && !queue_wants_bell(&queue));
    memory.used.flags = VIRTIO_NO_NOTIFY;
    put(1);
    CHECK(!queue_wants_bell(&queue));

    start(VIRTIO_EVENT_INDEX, false);
    put(0);
    CHECK(queue_wants_bell(&queue)); /* it waits for request 0 */
    put(1);
    CHECK(!queue_wants_bell(&queue)); /* it has not moved on */
    memory.used.available_event = 3;
    put(2);
    CHECK(!queue_wants_bell(&queue));
    put(3);
    put(4);
    CHECK(queue_wants_bell(&queue)); /* request 3 is among them */
}

int main(void)
{
    test_a_request_is_a_chain_or_a_table();
    test_answers_come_in_any_order_and_for_ever();
    test_an_answer_to_no_request_is_noticed();
    test_the_bell_is_rung_when_the_device_wants_it();
    printf("virtio-queue: %u checks passed\n", checks);
    return 0;
}
