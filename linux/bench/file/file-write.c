/* Writes a file that is in memory, write by write from its start: a system call, and a copy. */
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

TIMED_CALL(uint64_t size = operand, , DO_ALL((long)size, pwrite64, file, buffer, size, 0), size)

VARIANT(small, "-4k", .summary = "Write 4 KiB to a file in memory", .flags = QUICK,
        .operand = SMALL, .init = init, .also = "Xen/KVM study: IOzone write");
VARIANT(middle, "-64k", .summary = "Write 64 KiB to a file in memory", .operand = MIDDLE,
        .init = init, .also = "Xen/KVM study: IOzone write");
VARIANT(large, "-1m", .summary = "Write 1 MiB to a file in memory", .operand = LARGE, .init = init,
        .also = "Xen/KVM study: IOzone write");
