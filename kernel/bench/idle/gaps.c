/* Nothing of the guest's own interrupts it: what is missing between two reads went to the
 * hypervisor, to the host's ticks and other work, or to another guest. Record `series` has each
 * gap. */
#include <gaps.h>

static const char *init(void)
{
    gaps_open();
    return NULL;
}

TIMED_LOOP(run, , , gaps_watch())
TIMED_LOOP(control, , , )

BENCHMARK(.summary = "Read the counter for a second: what of it others took", .flags = EXTRA,
          .once = true, .init = init, .watch = gaps_watch, .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .also = "VMbench: idle loop; osnoise, hwlat");
