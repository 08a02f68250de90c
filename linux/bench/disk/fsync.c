/* What databases wait for: a write and a flush, and where the file grows a transaction of ext4's
 * journal. What was written last is compared as the disk has it. */
#include "ext4.h"

enum { PAGE_WORDS = PAGE_4K / 8 };

static uint64_t data[PAGE_WORDS], *on_disk, next, stamp;

static void compare(void)
{
    DO_ALL(PAGE_4K, pread64, ext4.device_file, on_disk, PAGE_4K, next - operand);
    if (memcmp(on_disk, data, PAGE_4K))
        block_lies(next - operand);
}

/* Each batch begins with a file of one page. */
static void prepare(uint64_t n)
{
    (void)n;
    if (ext4.folder) {
        compare();
    } else {
        ext4_make();
        on_disk = process_memory(PAGE_4K);
    }
    next = operand;
    block_fill(data, 0, PAGE_4K);
    DO(ftruncate, ext4.file, PAGE_4K);
    DO_ALL(PAGE_4K, pwrite64, ext4.file, data, PAGE_4K, 0);
    DO(fsync, ext4.file);
}

static inline void write_next(uint64_t step)
{
    *data = ++stamp;
    DO_ALL(PAGE_4K, pwrite64, ext4.file, data, PAGE_4K, next);
    DO(fsync, ext4.file);
    next += step;
}

TIMED_CALL(uint64_t step = operand, , write_next(step), step)

EXT4(run, control, over, "-overwrite",
     .summary = "Write 4 KiB over others in a file of ext4 and fsync", .operand = 0);
EXT4(run, control, append, "-append", .summary = "Write 4 KiB behind a file of ext4 and fsync",
     .operand = PAGE_4K);
