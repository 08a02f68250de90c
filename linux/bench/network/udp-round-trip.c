/* Through the loopback device. */
#include <loopback.h>
#include <round_trip.h>

static const char *init(void)
{
    struct inet_address near_address, far_address;
    int one = loopback_socket(SOCK_DGRAM, &near_address);
    int other = loopback_socket(SOCK_DGRAM, &far_address);
    DO(connect, one, &far_address, sizeof far_address);
    DO(connect, other, &near_address, sizeof near_address);
    round_trip_open((struct side){one, one}, (struct side){other, other}, 1, 0);
    return NULL;
}

TIMED_ROUND_TRIP

BENCHMARK(.summary = "Send a byte to a process on this CPU and back by UDP", .init = init,
          .also = "lmbench: lat_udp");
