/* As disk-read reads. Every request has a number in its data, and the last ones are read back
 * and compared after each batch. In disk-write-4k-flush a flush follows every write, so that
 * the data is where a loss of power does not reach it: what a database waits for. */
#include "block.h"

static inline void stamp(unsigned slot) { *block_buffer(slot) = block.stamp++; }

/* Reads back what a slot has written last. */
static void compare(unsigned slot)
{
    const uint64_t *written = block_buffer(slot), *read = block.checked;
    uint64_t at = (uint64_t)block.at[slot];
    block_clear(block.checked, block.request.bytes);
    block_do(DISK_READ, at, block.checked, block.request.bytes);
    for (uint64_t i = 0; i < block.request.bytes / sizeof *read; i += WORDS)
        if (read[i] != written[i] || read[i + WORDS - 1] != written[i + WORDS - 1])
            block_lies(at + i * sizeof *read);
}

static void prepare(uint64_t n)
{
    block_prepare(n);
    bool is_first = !block.has_pattern;
    if (is_first)
        block_lay_pattern();
    for (unsigned slot = 0; slot < block.depth; slot++)
        if (is_first)
            block_fill(block_buffer(slot), AREA, block.request.bytes);
        else if (block.at[slot] != NOWHERE)
            compare(slot);
}

TIMED_FUNCTION
static void run(uint64_t n) { block_stream(n, stamp, block_nothing); }

TIMED_FUNCTION
static void run_flush(uint64_t n)
{
    static const struct disk_request flush = {.kind = DISK_FLUSH};
    for (uint64_t i = 0; i < n; i++) {
        block_stream(1, stamp, block_nothing);
        disk_put(0, &flush);
        disk_ring();
        disk_await();
    }
}

#define WRITE_OF(stream, id, suffix, size, depth, more, route, text)                              \
    BLOCK_OF(stream, id, suffix, .summary = text, .path = route, .work = {(size) * (depth), "B"}, \
             .prepare = prepare, .operand = BLOCK_OPERATION(DISK_WRITE, size, depth, more))
#define WRITE(...) WRITE_OF(run, __VA_ARGS__)

enum { POLLED = BLOCK_LINUX, BY_IRQ = BLOCK_LINUX | DISK_INTERRUPTS };

WRITE(w512, "-512", 512, 1, POLLED, PATH_MONITOR, "Write 512 B to a disk and poll for its answer");
WRITE(w4k, "-4k", 4096, 1, POLLED, PATH_MONITOR, "Write 4 KiB to a disk and poll for its answer");
WRITE(w64k, "-64k", 65536, 1, POLLED, PATH_MONITOR,
      "Write 64 KiB to a disk and poll for its answer");
WRITE(w1m, "-1m", 1 << 20, 1, POLLED, PATH_MONITOR,
      "Write 1 MiB to a disk and poll for its answer");
WRITE(w4k8, "-4k-depth-8", 4096, 8, POLLED, PATH_MONITOR, "Write 8 times 4 KiB to a disk and poll");
WRITE(w4k32, "-4k-depth-32", 4096, 32, POLLED, PATH_MONITOR,
      "Write 32 times 4 KiB to a disk and poll");
WRITE(i4k, "-4k-irq", 4096, 1, BY_IRQ, PATH_INTERRUPT,
      "Write 4 KiB to a disk and halt until it interrupts");
WRITE(i4k32, "-4k-depth-32-irq", 4096, 32, BY_IRQ, PATH_INTERRUPT,
      "Write 32 times 4 KiB to a disk and halt until it interrupts");
WRITE_OF(run_flush, f4k, "-4k-flush", 4096, 1, POLLED, PATH_MONITOR,
         "Write 4 KiB to a disk, flush its cache, and poll for both answers");
