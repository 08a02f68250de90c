/* As direct-read reads; the last request of a batch is read back. */
#include "direct.h"

static uint64_t stamp;

/* Reads back what was written last. */
static void compare(uint64_t at)
{
    const uint64_t *written = direct.data, *read = direct.checked;
    block_clear(direct.checked, operand);
    direct_read(direct.checked, operand, at);
    for (uint64_t i = 0; i < operand / sizeof *read; i += WORDS)
        if (read[i] != written[i] || read[i + WORDS - 1] != written[i + WORDS - 1])
            block_lies(at + i * sizeof *read);
}

static void prepare(uint64_t n)
{
    (void)n;
    if (!direct.has_pattern)
        direct_lay_pattern();
    if (direct.last != NOWHERE)
        compare((uint64_t)direct.last);
    direct.last = NOWHERE;
}

static inline void write_next(uint64_t size)
{
    *direct.data = ++stamp;
    DO_ALL((long)size, pwrite64, direct.disk.file, direct.data, size, direct_next(size));
}

static inline void write_and_flush(uint64_t size)
{
    write_next(size);
    DO(fsync, direct.disk.file);
}

#define WRITES(run, control, call) \
    TIMED_CALL_OF(run, control, uint64_t size = operand, , call(size), size)

WRITES(run, control, write_next)
WRITES(flushed, flushed_control, write_and_flush)

DIRECT(run, control, small, "-4k", SMALL, .summary = "Write 4 KiB to a disk past the page cache");
DIRECT(run, control, middle, "-64k", MIDDLE,
       .summary = "Write 64 KiB to a disk past the page cache");
DIRECT(run, control, large, "-1m", LARGE, .summary = "Write 1 MiB to a disk past the page cache");
DIRECT(flushed, flushed_control, small_flushed, "-4k-fsync", SMALL,
       .summary = "Write 4 KiB to a disk past the page cache and flush its own");
