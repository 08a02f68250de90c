/* 64 KiB through a pair of local sockets to a process on this CPU, which reads them. */
#include <stream.h>

static const char *init(void)
{
    int ends[2];
    DO(socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
    stream_open(ends[0], ends[1]);
    return NULL;
}

TIMED_CALL(long unused = 0, , stream_write(), unused)

BENCHMARK(.summary = "Write 64 KiB to a local socket that another process reads", .init = init,
          STREAM_WORK, .also = "lmbench: bw_unix");
