/* Two processes on one CPU wake each other by a counter of Linux each. */
#include <process.h>

static int there, back;

static void echo(void)
{
    uint64_t count;
    DO_ALL(8, read, there, &count, 8);
    DO_ALL(8, write, back, &count, 8);
}

static const char *init(void)
{
    there = (int)DO(eventfd2, 0, 0);
    back = (int)DO(eventfd2, 0, 0);
    partner_start(echo, 0);
    return NULL;
}

static void round_trip(uint64_t *count)
{
    DO_ALL(8, write, there, count, 8);
    DO_ALL(8, read, back, count, 8);
}

TIMED_CALL(uint64_t count = 1, , round_trip(&count), count)

BENCHMARK(.summary = "Wake a process on this CPU and be woken by it (eventfd)", .init = init);
