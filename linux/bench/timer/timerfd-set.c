/* Linux programs the CPU's own timer for it where no other is due before, and a guest exits for
 * that. */
#include <process.h>

static long file;

static const char *init(void)
{
    file = DO(timerfd_create, CLOCK_MONOTONIC, 0);
    return NULL;
}

static void set_and_clear(void)
{
    const struct itimerspec ahead = {.value = {.seconds = 1}}, none = {0};
    DO(timerfd_settime, file, 0, &ahead, 0);
    DO(timerfd_settime, file, 0, &none, 0);
}

TIMED_CALL(long unused = 0, , set_and_clear(), unused)

BENCHMARK(.summary = "Set a timer a second ahead and take that back (timerfd)", .init = init);
