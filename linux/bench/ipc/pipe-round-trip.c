/* To a child, by two pipes. On one CPU each way is a switch; on a second one the child has to
 * be woken. */
#include <round_trip.h>

static const char *init(void)
{
    int there[2], back[2];
    DO(pipe2, there, 0);
    DO(pipe2, back, 0);
    round_trip_open((struct side){back[0], there[1]}, (struct side){there[0], back[1]}, 1,
                    (unsigned)operand);
    return NULL;
}

TIMED_ROUND_TRIP

BENCHMARK(.summary = "Send a byte to a process on this CPU and back (pipes)", .flags = QUICK,
          .init = init, .also = "VMI: thread switch; lmbench: lat_pipe; perf bench: sched pipe");
VARIANT(other_cpu, "-2cpus", .summary = "Send a byte to a process on another CPU and back (pipes)",
        .cpus = 2, .operand = 1, .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
