/* The cheapest system call that does something: the way into the kernel and back. */
#include <process.h>

TIMED_CALL(long unused = 0, , CALL(getppid), unused)

BENCHMARK(
        .summary = "Ask for the number of the parent process (getppid)", .flags = QUICK,
        .also =
            "VMbench: getppid; VMI: getppid; lmbench: lat_syscall null; perf bench: syscall basic");
