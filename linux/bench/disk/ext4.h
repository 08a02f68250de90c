/* What files on the scratch disk share: an ext4 file system that is made anew for each benchmark,
 * with a journal, and mounted nowhere: it is gone with the last of the open files. Data is compared
 * as the disk has it, past the page cache. */
#ifndef EXT4_H
#define EXT4_H

#include <disk_pattern.h>
#include <scratch.h>
#include <workload.h>

enum { LEAST = 32 << 20 /* bytes of the disk */ };
enum { SET_STRING = 1, CREATE = 6 }; /* of fsconfig() */

static struct {
    struct scratch disk;
    long context;           /* of the file system to be */
    long folder;            /* its root, once it is there; 0 before */
    long file, device_file; /* through the page cache and past it */
} ext4;

static inline const char *ext4_init(void)
{
    const char *reason = scratch_find(&ext4.disk, LEAST);
    ext4.folder = 0;
    if (!reason)
        reason = workload_find("mke2fs");
    if (!reason)
        ext4.context = DO(fsopen, "ext4", 0);
    return reason;
}

#define ALWAYS_THE_SAME "d3b07384-d113-4ec6-a7d3-b9e2c6a1f0e5"

/* Makes it with a file in it, open in both ways. Nothing of it is left to be done later, in the
 * middle of a batch, and nothing is random, which a young Linux takes seconds for. */
static inline void ext4_make(void)
{
    const char *const words[] = {"mke2fs",
                                 "-qFt",
                                 "ext4",
                                 "-b",
                                 "4096",
                                 "-U",
                                 ALWAYS_THE_SAME,
                                 "-E",
                                 "lazy_itable_init=0,lazy_journal_init=0,nodiscard,"
                                 "hash_seed=" ALWAYS_THE_SAME,
                                 ext4.disk.path,
                                 NULL};
    DO(close, ext4.disk.file);
    workload_execute(words, memory_file(0), memory_file(0));
    DO(fsconfig, ext4.context, SET_STRING, "source", ext4.disk.path, 0);
    DO(fsconfig, ext4.context, CREATE, 0, 0, 0);
    ext4.folder = DO(fsmount, ext4.context, 0, 0);
    ext4.file = DO(openat, ext4.folder, "data", O_RDWR | O_CREAT, 0600);
    ext4.device_file = DO(openat, ext4.folder, "data", O_RDWR | O_DIRECT);
}

#define EXT4(run, control, id, suffix, ...)                                     \
    VARIANT_OF(run, control, id, suffix, .init = ext4_init, .prepare = prepare, \
               .needs = NEEDS_DISK, .flags = EXTRA, .exits = EXITS_VARY, __VA_ARGS__)

#endif
