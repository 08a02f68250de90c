/* Through a pair of local sockets; the reader is on this CPU. */
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
