/* gzip -9 of 256 KiB of text, in memory. The last eight bytes of what it writes are CRC-32 and size
 * of what it has read (RFC 1952): they must be those of the text. */
#include <workload.h>

enum { SIZE = 262144, TRAILER = 8, SEEK_END = 2 };

static const char *const words[] = {"gzip", "-9", "-c", NULL};
static long input, output;
static uint32_t wanted[2];

static const char *init(void)
{
    char *text = process_memory(SIZE);
    workload_prose(text, SIZE);
    input = workload_file(text, SIZE);
    output = memory_file(0);
    wanted[0] = crc32(text, SIZE);
    wanted[1] = SIZE;
    return workload_find(*words);
}

static void work(void) { workload_execute(words, input, output); }

static void check(void)
{
    uint32_t trailer[2];
    long size = DO(lseek, output, 0, SEEK_END);
    DO_ALL(TRAILER, pread64, output, trailer, TRAILER, size - TRAILER);
    if (memcmp(trailer, wanted, TRAILER))
        fail("gzip wrote something that does not hold its input");
}

WORKLOAD(.summary = "Pack 256 KiB of text (gzip -9)", .also = "VMbench: gzip");
