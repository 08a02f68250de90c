/* What file-clients does, on a disk: two of a client's files are synced, and ext4 writes those and
 * its journal. Data is read from the page cache. */
#include <file_clients.h>

#include "ext4.h"

static void prepare(uint64_t n)
{
    (void)n;
    if (ext4.folder)
        return;
    ext4_make();
    DO(fchdir, ext4.folder);
    file_clients_start(".");
}

TIMED_CLIENTS

#define EXT4_CLIENTS(count)                                                            \
    EXT4(run, control, of_##count, "-" #count,                                         \
         .summary = "Have " #count " clients use 16 files each on ext4", .once = true, \
         .operand = count, .work = {(count) * FILE_CLIENT_BYTES, "B"}, .also = "VMI: dbench")

EXT4_CLIENTS(4);
EXT4_CLIENTS(8);
