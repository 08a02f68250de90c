/* Two copies, and a switch whenever the pipe is full; the other process is on this CPU. */
#include <stream.h>

static const char *init(void)
{
    int ends[2];
    DO(pipe2, ends, 0);
    stream_open(ends[0], ends[1]);
    return NULL;
}

TIMED_CALL(long unused = 0, , stream_write(), unused)

BENCHMARK(.summary = "Write 64 KiB to a pipe that another process reads", .init = init, STREAM_WORK,
          .also = "lmbench: bw_pipe");
