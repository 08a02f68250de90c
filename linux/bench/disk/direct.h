/* What requests to the scratch disk past the page cache share: one at a time, through the first MiB
 * and round again. Data is the kernel's pattern, compared as there: the first word of each request,
 * all of the last one behind a batch. */
#ifndef DIRECT_H
#define DIRECT_H

#include <disk_pattern.h>
#include <scratch.h>

enum { AREA = 1 << 20, SMALL = 4096, MIDDLE = 65536, LARGE = AREA, NOWHERE = -1 };

static struct {
    struct scratch disk;
    uint64_t *data, *checked; /* of requests; what was read back */
    uint64_t next;            /* where the next request goes */
    int64_t last;             /* where the batch's last one went; NOWHERE before its first */
    bool has_pattern;
} direct;

static inline const char *direct_init(void)
{
    direct.next = 0;
    direct.last = NOWHERE;
    direct.has_pattern = false;
    direct.data = process_memory(AREA);
    direct.checked = process_memory(AREA);
    return scratch_find(&direct.disk, AREA);
}

/* Where a request goes. */
static inline uint64_t direct_next(uint64_t size)
{
    uint64_t at = direct.next;
    direct.last = (int64_t)at;
    direct.next = (at + size) % AREA;
    return at;
}

static inline void direct_read(void *to, uint64_t size, uint64_t at)
{
    DO_ALL((long)size, pread64, direct.disk.file, to, size, at);
}

/* Writes the pattern to the area, and reads it back. */
static inline void direct_lay_pattern(void)
{
    block_fill(direct.data, 0, AREA);
    DO_ALL(AREA, pwrite64, direct.disk.file, direct.data, AREA, 0);
    direct_read(direct.checked, AREA, 0);
    block_expect(direct.checked, 0, AREA);
    direct.has_pattern = true;
}

#define DIRECT(run, control, id, suffix, size, ...)                                          \
    VARIANT_OF(run, control, id, suffix, .operand = size, .work = {size, "B"},               \
               .init = direct_init, .prepare = prepare, .needs = NEEDS_DISK, .flags = EXTRA, \
               .exits = EXITS_VARY, .path = PATH_MONITOR, __VA_ARGS__)

#endif
