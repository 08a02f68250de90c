/* What operations on the scratch disk share: the pattern that is on it (disk_pattern.h), and a
 * stream of requests. */
#ifndef BLOCK_H
#define BLOCK_H

#include <disk.h>
#include <disk_pattern.h>

enum {
    AREA = 1 << 20,   /* of the disk, that is used */
    SETTLED = 128,    /* requests after which QEMU takes its coroutines' stacks from a pool */
    SETTLING_MS = 50, /* that these may take */
    NOWHERE = -1
};

/* What `operand` says of an operation. */
#define BLOCK_OPERATION(kind, bytes, depth, ways) \
    ((uint64_t)(kind) << 56 | (uint64_t)(ways) << 48 | (uint64_t)(depth) << 40 | (bytes))
enum { BLOCK_LINUX = DISK_TABLES | DISK_EVENTS /* the ways that Linux goes, polling aside */ };

static struct block {
    struct disk_request request;
    unsigned depth, free_count;
    uint64_t next;               /* where the next request goes */
    uint64_t stamp;              /* of the next write */
    uint64_t *buffers, *checked; /* a buffer of each slot; what was read back */
    int64_t at[DISK_DEPTH];      /* where each slot's last request went; NOWHERE before the first */
    uint8_t free[DISK_DEPTH];    /* slots */
    bool has_pattern;            /* the area has */
} block;

static inline uint64_t *block_buffer(unsigned slot)
{
    return block.buffers + slot * (uint64_t)block.request.bytes / sizeof *block.buffers;
}

/* A request alone, outside what is timed. */
static inline void block_do(enum disk_kind kind, uint64_t at, void *buffer, uint32_t bytes)
{
    disk_put(0, &(struct disk_request){kind, bytes, at, buffer});
    disk_ring();
    disk_poll();
}

/* Writes the pattern to the area, and reads it back. */
static inline void block_lay_pattern(void)
{
    block_fill(block.checked, 0, AREA);
    block_do(DISK_WRITE, 0, block.checked, AREA);
    block_clear(block.checked, AREA);
    block_do(DISK_READ, 0, block.checked, AREA);
    block_expect(block.checked, 0, AREA);
    block.has_pattern = true;
}

/* Before the first batch of a file's first operation: so many requests that the next ones cost what
 * they always will, unless the disk is so slow that this does not matter. */
static inline void block_prepare(uint64_t n)
{
    static bool is_settled;
    (void)n;
    if (is_settled)
        return;
    is_settled = true;
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), SETTLING_MS, 1000);
    for (unsigned i = 0; i < SETTLED && timer_read() - start < limit; i++)
        block_do(block.request.kind, 0, block.checked, block.request.bytes);
}

static inline const char *block_init(void)
{
    block = (struct block){.depth = operand >> 40 & UINT8_MAX};
    block.request.kind = (enum disk_kind)(operand >> 56);
    block.request.bytes = (uint32_t)operand;
    block.free_count = block.depth;
    for (unsigned slot = 0; slot < block.depth; slot++) {
        block.free[slot] = (uint8_t)slot;
        block.at[slot] = NOWHERE;
    }
    block.buffers = heap_alloc((uint64_t)block.depth * block.request.bytes + 1, PAGE_4K);
    block.checked = heap_alloc(AREA, PAGE_4K);
    if (!block.buffers || !block.checked)
        return "not enough memory for the data";
    const char *reason = disk_open(operand >> 48 & UINT8_MAX);
    if (reason)
        return reason;
    if (disk_bytes() < AREA)
        reason = "the disk has less than 1 MiB";
    else if (disk_is_read_only())
        reason = "the disk is read-only: nothing can be written for reads to be checked";
    else if (!disk_takes(block.request.kind))
        reason = "the disk does not offer that";
    if (reason)
        disk_close();
    return reason;
}

/* Sends as many requests for each of `n` operations as are to be under way, always keeps so many,
 * and tells the disk of what it has not seen whenever it has answered. `before` and `after` see
 * each slot's request. */
static inline __attribute__((always_inline)) void block_stream(uint64_t n, void (*before)(unsigned),
                                                               void (*after)(unsigned))
{
    uint64_t sent = 0, taken = 0, wanted = n * block.depth;
    while (taken < wanted) {
        for (; sent < wanted && block.free_count; sent++) {
            unsigned slot = block.free[--block.free_count];
            block.at[slot] = (int64_t)(block.request.at = block.next);
            block.request.buffer = block_buffer(slot);
            block.next = (block.next + block.request.bytes) % AREA;
            before(slot);
            disk_put(slot, &block.request);
        }
        disk_ring();
        int slot = (int)disk_await();
        do {
            after((unsigned)slot);
            block.free[block.free_count++] = (uint8_t)slot;
            taken++;
        } while ((slot = disk_take()) >= 0);
    }
}

static inline void block_nothing(unsigned slot) { (void)slot; }

/* A loop with nothing in it. */
TIMED_LOOP(control, , , KEEP(i))

#define BLOCK_OF(stream, id, suffix, ...)                                                     \
    VARIANT_OF(stream, control, id, suffix, .exits = EXITS_VARY, .flags = DANGEROUS_ON_METAL, \
               .needs = NEEDS_DISK, .init = block_init, .cleanup = disk_close, __VA_ARGS__)

#endif
