/* The page cache takes what is written, and fsync() waits for the disk; Linux reads ahead. Each
 * record must have its number in it. */
#include "ext4.h"

enum { RECORD = 1 << 20, RECORDS = 8, DROP = 4 /* POSIX_FADV_DONTNEED */ };

static uint64_t *record, stamp;

static void write_file(void)
{
    stamp += RECORDS;
    for (uint64_t i = 0; i < RECORDS; i++) {
        *record = stamp + i;
        DO_ALL(RECORD, pwrite64, ext4.file, record, RECORD, i * RECORD);
    }
    DO(fsync, ext4.file);
}

static void read_file(long file)
{
    for (uint64_t i = 0; i < RECORDS; i++) {
        DO_ALL(RECORD, pread64, file, record, RECORD, i * RECORD);
        if (*record != stamp + i)
            block_lies(i * RECORD);
    }
}

static void prepare(uint64_t n)
{
    (void)n;
    if (!ext4.folder) {
        record = process_memory(RECORD);
        ext4_make();
        write_file();
    }
    read_file(ext4.device_file);
    DO(fadvise64, ext4.file, 0, 0, DROP);
}

TIMED_CALL_OF(write, write_control, long unused = 0, , write_file(), unused)
TIMED_CALL_OF(read, read_control, long file = ext4.file, , read_file(file), file)

#define EXT4_FILE(run, suffix, text)                                          \
    EXT4(run, run##_control, of_##run, suffix, .summary = text, .once = true, \
         .work = {RECORDS * RECORD, "B"})

EXT4_FILE(write, "-write", "Write a file of 8 MiB on ext4, in records of 1 MiB, and fsync");
EXT4_FILE(read, "-read", "Read a file of 8 MiB on ext4 that is not in memory");
