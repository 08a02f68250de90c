/* The scratch disk: a virtio disk that whoever runs this Linux has given it for measurements, and
 * has named so (disk.h). All other disks are left alone. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <process.h>

struct scratch {
    const char *path; /* of its device */
    long file;        /* the same, open past the page cache, and nobody else may have it */
};

/* For an init(): finds it, with so many bytes or more; returns why not, else NULL. */
const char *scratch_find(struct scratch *disk, uint64_t bytes);

#endif
