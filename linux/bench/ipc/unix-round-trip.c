/* By a pair of connected sockets. */
#include <round_trip.h>

static const char *init(void)
{
    int ends[2];
    DO(socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
    round_trip_open((struct side){ends[0], ends[0]}, (struct side){ends[1], ends[1]}, 1, 0);
    return NULL;
}

TIMED_ROUND_TRIP

BENCHMARK(.summary = "Send a byte to a process on this CPU and back (local sockets)",
          .flags = QUICK, .init = init, .also = "lmbench: lat_unix");
