/* 64 KiB by TCP to a process on this CPU, which reads them, through the loopback device. */
#include <loopback.h>
#include <stream.h>

static const char *init(void)
{
    int ends[2];
    loopback_pair(ends);
    stream_open(ends[1], ends[0]);
    return NULL;
}

TIMED_CALL(long unused = 0, , stream_write(), unused)

BENCHMARK(.summary = "Write 64 KiB to a process on this CPU by TCP", .flags = QUICK, .init = init,
          .also = "lmbench: bw_tcp");
