/* Through the loopback device. */
#include <loopback.h>
#include <round_trip.h>

static const char *init(void)
{
    int ends[2];
    loopback_pair(ends);
    round_trip_open((struct side){ends[0], ends[0]}, (struct side){ends[1], ends[1]}, 1, 0);
    return NULL;
}

TIMED_ROUND_TRIP

BENCHMARK(.summary = "Send a byte to a process on this CPU and back by TCP", .flags = QUICK,
          .init = init, .also = "lmbench: lat_tcp; VMI: tbench");
