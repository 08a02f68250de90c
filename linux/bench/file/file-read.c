/* Reads a file that is in memory, read by read from its start: a system call, and a copy. */
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

TIMED_CALL(uint64_t size = operand, , DO_ALL((long)size, pread64, file, buffer, size, 0), size)

VARIANT(small, "-4k", .summary = "Read 4 KiB from a file in memory", .flags = QUICK,
        .operand = SMALL, .init = init, .also = "Xen/KVM study: IOzone read");
VARIANT(middle, "-64k", .summary = "Read 64 KiB from a file in memory", .operand = MIDDLE,
        .init = init, .also = "Xen/KVM study: IOzone read");
VARIANT(large, "-1m", .summary = "Read 1 MiB from a file in memory", .operand = LARGE, .init = init,
        .also = "Xen/KVM study: IOzone read");
