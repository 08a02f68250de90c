/* The scratch disk is a virtio disk with the serial number hyperbench-scratch; qemu-tcg and
 * qemu-kvm bring it. At a depth of 8 or 32 an operation is so many requests, all under way
 * together: one more is sent for each answer. Requests have tables of their own (indirect
 * descriptors) and both sides say from which one on they want to hear of it (EVENT_IDX), as Linux
 * has it, unless the name says otherwise. The first word of all data is compared with what was
 * written, the first and the last of each sector after a batch. */
#include "block.h"

/* What a disk that returns nothing leaves there is no word of the pattern. */
static inline void forget(unsigned slot) { *block_buffer(slot) = 0; }

static inline void compare(unsigned slot)
{
    const volatile uint64_t *word = block_buffer(slot);
    if (*word != block_pattern((uint64_t)block.at[slot]))
        block_lies((uint64_t)block.at[slot]);
}

static void prepare(uint64_t n)
{
    block_prepare(n);
    if (!block.has_pattern)
        block_lay_pattern();
    for (unsigned slot = 0; slot < block.depth; slot++) {
        if (block.at[slot] != NOWHERE)
            block_expect(block_buffer(slot), (uint64_t)block.at[slot], block.request.bytes);
        block_clear(block_buffer(slot), block.request.bytes);
        block.at[slot] = NOWHERE;
    }
}

TIMED_FUNCTION
static void run(uint64_t n) { block_stream(n, forget, compare); }

#define READ(id, suffix, size, depth, more, route, text)                                       \
    BLOCK_OF(run, id, suffix, .summary = text, .path = route, .work = {(size) * (depth), "B"}, \
             .prepare = prepare, .operand = BLOCK_OPERATION(DISK_READ, size, depth, more))

enum { POLLED = BLOCK_LINUX, BY_IRQ = BLOCK_LINUX | DISK_INTERRUPTS };

READ(r512, "-512", 512, 1, POLLED, PATH_MONITOR, "Read 512 B of a disk and poll for them");
READ(r4k, "-4k", 4096, 1, POLLED, PATH_MONITOR, "Read 4 KiB of a disk and poll for them");
READ(r64k, "-64k", 65536, 1, POLLED, PATH_MONITOR, "Read 64 KiB of a disk and poll for them");
READ(r1m, "-1m", 1 << 20, 1, POLLED, PATH_MONITOR, "Read 1 MiB of a disk and poll for it");
READ(r4k8, "-4k-depth-8", 4096, 8, POLLED, PATH_MONITOR, "Read 8 times 4 KiB of a disk and poll");
READ(r4k32, "-4k-depth-32", 4096, 32, POLLED, PATH_MONITOR,
     "Read 32 times 4 KiB of a disk and poll");
READ(i4k, "-4k-irq", 4096, 1, BY_IRQ, PATH_INTERRUPT,
     "Read 4 KiB of a disk and halt until it interrupts");
READ(i4k8, "-4k-depth-8-irq", 4096, 8, BY_IRQ, PATH_INTERRUPT,
     "Read 8 times 4 KiB of a disk and halt until it interrupts");
READ(i4k32, "-4k-depth-32-irq", 4096, 32, BY_IRQ, PATH_INTERRUPT,
     "Read 32 times 4 KiB of a disk and halt until it interrupts");
READ(p4k, "-4k-no-indirect", 4096, 1, DISK_EVENTS, PATH_MONITOR,
     "Read 4 KiB of a disk by descriptors of the queue and poll");
READ(p4k32, "-4k-depth-32-no-indirect", 4096, 32, DISK_EVENTS, PATH_MONITOR,
     "Read 32 times 4 KiB of a disk by descriptors of the queue and poll");
READ(e4k32, "-4k-depth-32-no-event-idx", 4096, 32, DISK_TABLES, PATH_MONITOR,
     "Read 32 times 4 KiB of a disk without EVENT_IDX and poll");
READ(e4ki, "-4k-irq-no-event-idx", 4096, 1, DISK_TABLES | DISK_INTERRUPTS, PATH_INTERRUPT,
     "Read 4 KiB of a disk without EVENT_IDX and halt until it interrupts");
READ(e4k32i, "-4k-depth-32-irq-no-event-idx", 4096, 32, DISK_TABLES | DISK_INTERRUPTS,
     PATH_INTERRUPT,
     "Read 32 times 4 KiB of a disk without EVENT_IDX and halt until it interrupts");
