/* Test image only: waits for ever for what no child sends, with a child that waits as well; the
 * watchdog ends the wait and no child is left. */
#include <process.h>

static int ends[2];

static void wait_too(void) { CALL(read, ends[0], &(char){0}, 1); }

static const char *init(void)
{
    DO(pipe2, ends, 0);
    partner_start(wait_too, 0);
    return NULL;
}

TIMED_CALL(char byte = 0, , DO(read, ends[0], &byte, 1), byte)

BENCHMARK(.summary = "Read from a pipe that nobody writes to", .init = init);
