/* A file in the folder for temporary ones: memory (tmpfs) in the guest, whatever /tmp is on a host.
 */
#include <process.h>

enum { LARGER = 10240 };

static uint8_t content[LARGER];
static const char *path;

static const char *init(void)
{
    path = temporary("file");
    return NULL;
}

static void create_and_delete(uint64_t size)
{
    long file = DO(openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    DO_ALL((long)size, write, file, content, size);
    DO(close, file);
    DO(unlinkat, AT_FDCWD, path, 0);
}

TIMED_CALL(uint64_t size = operand, , create_and_delete(size), size)

BENCHMARK(.summary = "Create an empty file and delete it", .flags = QUICK, .init = init,
          .also = "lmbench: lat_fs 0k");
VARIANT(larger, "-10k", .summary = "Create a file of 10 KiB and delete it", .operand = LARGER,
        .init = init, .also = "lmbench: lat_fs 10k");
