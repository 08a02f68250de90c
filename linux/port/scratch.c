/* The scratch disk among Linux' block devices. */
#include <disk.h>
#include <scratch.h>

#include "port.h"

static bool is_read_only(const char *disk)
{
    char path[96], said[32];
    format(path, sizeof path, "/sys/block/%s/ro", disk);
    return !strcmp(file_line(path, said, sizeof said), "1");
}

/* Of serial numbers Linux says those of virtio's disks alone. Xen's have none: there a place tells
 * that no other disk has by chance, the 210th. */
#define XENS_PLACE "xvdhb"

static const char *name_of_disk(void)
{
    const char *name = file_names_with("/sys/block", "serial", DISK_SERIAL);
    return !name && file_is_there("/sys/block/" XENS_PLACE) ? XENS_PLACE : name;
}

const char *scratch_find(struct scratch *disk, uint64_t bytes)
{
    static char reason[80], path[64];
    const char *name = name_of_disk();
    if (!name)
        return "there is no virtio disk for measurements: none has the serial number " DISK_SERIAL;
    if (is_read_only(name))
        return "the disk is read-only: nothing can be written for reads to be checked";
    format(path, sizeof path, "/dev/%s", name);
    disk->path = path;
    disk->file = DO(openat, AT_FDCWD, disk->path, O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC);
    uint64_t has = (uint64_t)DO(lseek, disk->file, 0, SEEK_END);
    format(reason, sizeof reason, "the disk has %lu KiB, which are less than %lu", has >> 10,
           bytes >> 10);
    return has < bytes ? reason : NULL;
}
