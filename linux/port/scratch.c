/* The scratch disk among Linux' block devices. */
#include <disk.h>
#include <scratch.h>

#include "port.h"

/* Whether Linux says so of a disk; of serial numbers it says those of virtio's alone. */
static bool is(const char *disk, const char *what, const char *value)
{
    char path[96], said[32];
    format(path, sizeof path, "/sys/block/%s/%s", disk, what);
    return !strcmp(file_line(path, said, sizeof said), value);
}

static const char *find(void)
{
    enum { NAMES = 4096 };
    static char names[NAMES];
    uint64_t length = file_names("/sys/block", names, sizeof names);
    for (const char *name = names; name < names + length; name += strlen(name) + 1)
        if (is(name, "serial", DISK_SERIAL))
            return name;
    return NULL;
}

const char *scratch_find(struct scratch *disk, uint64_t bytes)
{
    static char reason[80], path[64];
    const char *name = find();
    if (!name)
        return "there is no virtio disk for measurements: none has the serial number " DISK_SERIAL;
    if (is(name, "ro", "1"))
        return "the disk is read-only: nothing can be written for reads to be checked";
    format(path, sizeof path, "/dev/%s", name);
    disk->path = path;
    disk->file = DO(openat, AT_FDCWD, disk->path, O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC);
    uint64_t has = (uint64_t)DO(lseek, disk->file, 0, SEEK_END);
    format(reason, sizeof reason, "the disk has %lu KiB, which are less than %lu", has >> 10,
           bytes >> 10);
    return has < bytes ? reason : NULL;
}
