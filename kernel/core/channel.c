#include "channel.h"

#include "batch.h"
#include "marks.h"
#include "record.h"

enum {
    PER_RECORD = 32,
    IDLE_PER_LONG = 8,    /* idle windows for each of the others */
    SPINS_A_SECOND = 2500 /* a long window takes 400 us: a million cycles at 2.5 GHz */
};

/* Two adjacent marks: the least that the host can see. Nothing is timed in between. */
static struct window idle(uint64_t n)
{
    (void)n;
    uint64_t mark = marks_announce();
    if (marks.channel == TIMING_MAILBOX) {
        mark_start(TIMING_MAILBOX);
        mark_end(TIMING_MAILBOX);
    } else if (marks.channel == TIMING_UART) {
        mark_start(TIMING_UART);
        mark_end(TIMING_UART);
    }
    return (struct window){mark, 0};
}

static void do_nothing(uint64_t n) { (void)n; }

/* What a benchmark's window holds besides the benchmark: the reads of the counter. */
static struct window empty(uint64_t n) { return measure_window(do_nothing, n); }

static struct window spin(uint64_t n) { return measure_window(spin_ticks, n); }

static void report(const char *kind, const struct window *windows, unsigned count)
{
    char list[PER_RECORD * 21];
    size_t length = 0;
    for (unsigned i = 0; i < count; i++)
        length +=
            format(list + length, sizeof list - length, "%s%lu", i ? "," : "", windows[i].ticks);
    record_begin("windows");
    record_string("kind", kind);
    record_number("first", windows[0].mark);
    record_string("ticks", list);
    record_end();
}

static void measure(const char *kind, struct window (*open)(uint64_t), uint64_t n, uint64_t count)
{
    while (count) {
        struct window windows[PER_RECORD];
        unsigned taken = 0;
        while (taken < PER_RECORD && taken < count) {
            windows[taken] = open(n);
            if (!windows[taken++].mark)
                return; /* there is no channel, or no longer */
        }
        report(kind, windows, taken);
        count -= taken;
    }
}

void measure_channel(void)
{
    if (marks.channel == TIMING_MARKER) /* times nothing */
        return;
    uint64_t others = options.idle_windows / IDLE_PER_LONG;
    measure("idle", idle, 0, options.idle_windows);
    measure("empty", empty, 0, others);
    measure("spin", spin, timer_hz() / SPINS_A_SECOND, others);
}
