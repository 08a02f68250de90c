/* A stream through the loopback device, until the reader has said by a byte that it has all: else a
 * batch would begin with whatever the buffers hold. Buffers have a fixed size, since Linux would
 * let them grow. */
#include <loopback.h>
#include <stream.h>

enum { BUFFER = 2 * STREAM_BLOCK };

static int near, far;

static void read_all(void)
{
    for (long left = STREAM_BLOCK; left > 0;)
        left -= DO(read, far, stream_block, left);
    DO_ALL(1, write, far, stream_block, 1);
}

static void write_all(void)
{
    uint8_t answer;
    stream_write();
    DO_ALL(1, read, near, &answer, 1);
}

static const char *init(void)
{
    int ends[2], size = BUFFER;
    loopback_pair(ends);
    near = stream_out = ends[0];
    far = ends[1];
    DO(setsockopt, near, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    DO(setsockopt, far, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    stream_block = process_memory(STREAM_BLOCK);
    partner_start(read_all, 0);
    return NULL;
}

TIMED_CALL(long unused = 0, , write_all(), unused)

BENCHMARK(.summary = "Write 64 KiB to a process on this CPU by TCP, until it has read them",
          .flags = QUICK, .init = init, STREAM_WORK, .also = "lmbench: bw_tcp");
