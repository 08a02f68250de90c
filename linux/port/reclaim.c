/* What a primitive used is taken back, so that the next finds the process as if it were new: a
 * fork copies page tables, and a system call that looks for a free number counts open files. */
#include "port.h"

enum { FIRST_OWN = STDERR + 1, DEFAULT_SLACK = 0, USUAL_LIMIT = 1024 };

/* close_range() came with Linux 5.9. */
static void close_files(void)
{
    if (CALL(close_range, FIRST_OWN, ~0U, 0) < 0)
        for (int file = FIRST_OWN; file < USUAL_LIMIT; file++)
            CALL(close, file);
}

void arch_reclaim(void)
{
    children_end();
    CALL(chdir, "/"); /* a file system that it was in would stay */
    close_files();
    memory_renew();
    signals_reset();
    temporary_remove();
    self_reclaim();
    CALL(prctl, PR_SET_TIMERSLACK, DEFAULT_SLACK, 0, 0, 0);
}
