/* Test image only: Linux itself stops, where nobody else uses it. */
#include <process.h>

static long trigger;

/* What this file takes is in Linux' Documentation/admin-guide/sysrq.rst. */
static const char *init(void)
{
    if (strcmp(boot_info.protocol, "init"))
        return "would stop a machine that others use";
    trigger = DO(openat, AT_FDCWD, "/proc/sysrq-trigger", O_WRONLY);
    return NULL;
}

TIMED_CALL(long unused = 0, , DO_ALL(1, write, trigger, "c", 1), unused)

BENCHMARK(.summary = "Have Linux panic", .init = init);
