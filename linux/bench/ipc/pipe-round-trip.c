/* A byte to a child through a pipe and back through another. Both are on one CPU, so that each
 * direction is a switch to the other process; pipe-round-trip-2cpus has the child on a second one,
 * which has to be woken. */
#include <process.h>

static int there[2], back[2];

static void echo(void)
{
    char byte;
    DO_ALL(1, read, there[0], &byte, 1);
    DO_ALL(1, write, back[1], &byte, 1);
}

static const char *init(void)
{
    DO(pipe2, there, 0);
    DO(pipe2, back, 0);
    partner_start(echo, (unsigned)operand);
    return NULL;
}

static void round_trip(char *byte)
{
    DO_ALL(1, write, there[1], byte, 1);
    DO_ALL(1, read, back[0], byte, 1);
}

TIMED_CALL(char byte = 1, , round_trip(&byte), byte)

BENCHMARK(.summary = "Send a byte to a process on this CPU and back (pipes)", .flags = QUICK,
          .init = init, .also = "VMI: thread switch; lmbench: lat_pipe");
VARIANT(other_cpu, "-2cpus", .summary = "Send a byte to a process on another CPU and back (pipes)",
        .cpus = 2, .operand = 1, .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
