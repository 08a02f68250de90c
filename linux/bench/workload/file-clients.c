/* Each looks for, writes, reads, renames, deletes and lists files in a folder of its own,
 * about as often as dbench's load does. What is read must be what was written. */
#include <file_clients.h>

static const char *init(void)
{
    const char *folder = temporary("server");
    DO(mkdirat, AT_FDCWD, folder, 0700);
    file_clients_start(folder);
    return NULL;
}

TIMED_CLIENTS

CLIENTS(4, "use 16 files each", FILE_CLIENT_BYTES, "VMI: dbench");
CLIENTS(8, "use 16 files each", FILE_CLIENT_BYTES, "VMI: dbench");
