/* Test image only: touches memory until Linux kills somebody for it. */
#include <process.h>

static void touch_all(void)
{
    long size = 1L << 40, prot = PROT_READ | PROT_WRITE;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    long memory = DO(mmap, 0, size, prot, flags, -1, 0);
    for (long at = 0; at < size; at += PAGE_4K)
        *(volatile uint8_t *)(memory + at) = 1;
}

static const char *init(void)
{
    bool alone = !strcmp(boot_info.protocol, "init");
    return alone ? NULL : "would take the memory of a machine that others use";
}

TIMED_CALL(long unused = 0, , touch_all(), unused)

BENCHMARK(.summary = "Touch more memory than there is", .init = init);
