/* Each time from its start: a system call, and a copy. */
#include <process.h>

enum { SMALL = 4096, MIDDLE = 65536, LARGE = 1048576 };

static long file;
static void *buffer;

static const char *init(void)
{
    file = memory_file(operand);
    buffer = process_memory(operand);
    DO_ALL((long)operand, pwrite64, file, buffer, operand, 0);
    return NULL;
}

#define TRANSFER(run, control, call)                       \
    TIMED_CALL_OF(run, control, uint64_t size = operand, , \
                  DO_ALL((long)size, call, file, buffer, size, 0), size)

TRANSFER(read_run, read_control, pread64)
TRANSFER(write_run, write_control, pwrite64)

#define FILE_OF(size) .operand = size, .work = {size, "B"}
#define READ(id, suffix, ...)                                             \
    VARIANT_OF(read_run, read_control, id, "-read-" suffix, .init = init, \
               .also = "Xen/KVM study: IOzone read", __VA_ARGS__)
#define WRITE(id, suffix, ...)                                               \
    VARIANT_OF(write_run, write_control, id, "-write-" suffix, .init = init, \
               .also = "Xen/KVM study: IOzone write", __VA_ARGS__)

READ(read_small, "4k", .summary = "Read 4 KiB from a file in memory", .flags = QUICK,
     FILE_OF(SMALL));
READ(read_middle, "64k", .summary = "Read 64 KiB from a file in memory", FILE_OF(MIDDLE));
READ(read_large, "1m", .summary = "Read 1 MiB from a file in memory", FILE_OF(LARGE));
WRITE(write_small, "4k", .summary = "Write 4 KiB to a file in memory", .flags = QUICK,
      FILE_OF(SMALL));
WRITE(write_middle, "64k", .summary = "Write 64 KiB to a file in memory", FILE_OF(MIDDLE));
WRITE(write_large, "1m", .summary = "Write 1 MiB to a file in memory", FILE_OF(LARGE));
