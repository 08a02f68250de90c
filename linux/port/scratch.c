/* The scratch disk among Linux' block devices. */
#include <disk.h>
#include <scratch.h>

#include "port.h"

/* As virtio disks tell it. */
static bool is_scratch(const char *name)
{
    char path[96], serial[32];
    format(path, sizeof path, "/sys/block/%s/serial", name);
    return !strcmp(file_line(path, serial, sizeof serial), DISK_SERIAL);
}

static const char *find(void)
{
    enum { NAMES = 4096 };
    static char names[NAMES], path[64];
    uint64_t length = file_names("/sys/block", names, sizeof names);
    for (const char *name = names; name < names + length; name += strlen(name) + 1)
        if (is_scratch(name)) {
            format(path, sizeof path, "/dev/%s", name);
            return path;
        }
    return NULL;
}

const char *scratch_find(struct scratch *disk, uint64_t bytes)
{
    static char reason[80];
    *disk = (struct scratch){find(), -1};
    if (!disk->path)
        return "there is no virtio disk for measurements: none has the serial number " DISK_SERIAL;
    disk->file = DO(openat, AT_FDCWD, disk->path, O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC);
    uint64_t has = (uint64_t)DO(lseek, disk->file, 0, SEEK_END);
    format(reason, sizeof reason, "the disk has %lu KiB, which are less than %lu", has >> 10,
           bytes >> 10);
    return has < bytes ? reason : NULL;
}
