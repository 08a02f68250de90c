/* A byte to a process on this CPU and back by UDP, through the loopback device. */
#include <loopback.h>

static int near, far;

static void echo(void)
{
    char byte;
    DO_ALL(1, read, far, &byte, 1);
    DO_ALL(1, write, far, &byte, 1);
}

static const char *init(void)
{
    struct inet_address near_address, far_address;
    near = loopback_socket(SOCK_DGRAM, &near_address);
    far = loopback_socket(SOCK_DGRAM, &far_address);
    DO(connect, near, &far_address, sizeof far_address);
    DO(connect, far, &near_address, sizeof near_address);
    partner_start(echo, 0);
    return NULL;
}

static void round_trip(char *byte)
{
    DO_ALL(1, write, near, byte, 1);
    DO_ALL(1, read, near, byte, 1);
}

TIMED_CALL(char byte = 1, , round_trip(&byte), byte)

BENCHMARK(.summary = "Send a byte to a process on this CPU and back by UDP", .init = init,
          .also = "lmbench: lat_udp");
