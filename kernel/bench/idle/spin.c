/* What it takes longer than natively is what the host takes for itself: its ticks, its own
 * work, another guest. It is long enough for several of the host's ticks. */
#include <hyperbench.h>

enum { TURNS = 8000000 };

static void spin(void)
{
    for (uint64_t turn = 0; turn < TURNS; turn++)
        KEEP(turn);
}

TIMED_LOOP(run, , , spin())
TIMED_LOOP(control, , , )

BENCHMARK(.summary = "Spin for 8 million turns of a loop", .flags = EXTRA, .once = true,
          .event = "spin", .also = "VMbench: stolen time");
