/* A byte to a process on this CPU and back by TCP, through the loopback device. */
#include <loopback.h>

static int ends[2];

static void echo(void)
{
    char byte;
    DO_ALL(1, read, ends[1], &byte, 1);
    DO_ALL(1, write, ends[1], &byte, 1);
}

static const char *init(void)
{
    loopback_pair(ends);
    partner_start(echo, 0);
    return NULL;
}

static void round_trip(char *byte)
{
    DO_ALL(1, write, ends[0], byte, 1);
    DO_ALL(1, read, ends[0], byte, 1);
}

TIMED_CALL(char byte = 1, , round_trip(&byte), byte)

BENCHMARK(.summary = "Send a byte to a process on this CPU and back by TCP", .flags = QUICK,
          .init = init, .also = "lmbench: lat_tcp; VMI: tbench");
