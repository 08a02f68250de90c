/* Page tables are copied, changed to be shared, and taken apart. With shadow page tables the
 * hypervisor does all of it once more. */
#include <process.h>

static void child(void)
{
    long number = DO(clone, SIGCHLD, 0, 0, 0, 0);
    if (!number)
        CALL(exit_group, 0);
    process_wait(number);
}

TIMED_CALL(long unused = 0, , child(), unused)

BENCHMARK(.summary = "Fork a child that exits, and wait for it", .flags = QUICK,
          .path = PATH_PAGING, .also = "VMI: fork+wait; lmbench: lat_proc fork", .event = "fork");
