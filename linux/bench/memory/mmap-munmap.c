/* The memory stays untouched: no page is ever found for it. */
#include <process.h>

enum { SIZE = 65536 };

static void map_and_unmap(void)
{
    long address = DO(mmap, 0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    DO(munmap, address, SIZE);
}

TIMED_CALL(long unused = 0, , map_and_unmap(), unused)

BENCHMARK(.summary = "Map 64 KiB of memory and unmap them (mmap, munmap)", .flags = QUICK,
          .also = "lmbench: lat_mmap");
