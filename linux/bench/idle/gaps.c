/* As on the bare machine; its own system's ticks, interrupts and processes take from it as well. It
 * gives way to all, at the lowest priority, where it may take the usual one again. */
#include <gaps.h>
#include <process.h>

enum { PRIO_PROCESS = 0, SELF = 0, USUAL = 0, LOWEST = 19 };

static const char *init(void)
{
    if (!CALL(geteuid))
        DO(setpriority, PRIO_PROCESS, SELF, LOWEST);
    gaps_open();
    return NULL;
}

/* A priority is not taken back by itself. */
static void cleanup(void) { CALL(setpriority, PRIO_PROCESS, SELF, USUAL); }

TIMED_LOOP(run, , , gaps_watch())
TIMED_LOOP(control, , , )

BENCHMARK(.summary = "Read the counter for a second: what of it others took", .flags = EXTRA,
          .once = true, .init = init, .cleanup = cleanup, .watch = gaps_watch,
          .path = PATH_INTERRUPT, .exits = EXITS_VARY,
          .also = "VMbench: idle loop; osnoise, hwlat");
