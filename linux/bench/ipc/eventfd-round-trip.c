/* By a counter of Linux each. */
#include <round_trip.h>

static const char *init(void)
{
    long there = DO(eventfd2, 0, 0), back = DO(eventfd2, 0, 0);
    round_trip_open((struct side){back, there}, (struct side){there, back}, sizeof(uint64_t), 0);
    return NULL;
}

TIMED_ROUND_TRIP

BENCHMARK(.summary = "Wake a process on this CPU and be woken by it (eventfd)", .init = init);
