#include "batch.h"

#include "marks.h"
#include "recovery.h"

/* The timed part: as little as possible between a mark, the counter and the loop. At both
 * edges the mark comes directly before the counter is read, so that what lies between the two
 * cancels out. A mark over the UART costs far more and stays outside. */
static inline __attribute__((always_inline)) uint64_t timed_by(enum timing channel,
                                                               void (*loop)(uint64_t), uint64_t n)
{
    mark_start(channel);
    uint64_t start = timer_read();
    loop(n);
    if (channel != TIMING_UART)
        mark_end(channel);
    uint64_t ticks = timer_read() - start;
    if (channel == TIMING_UART)
        mark_end(channel);
    return ticks;
}

/* Never inlined, so that benchmark and control pass through the same instructions. */
__attribute__((noinline)) static uint64_t timed(void (*loop)(uint64_t), uint64_t n)
{
    switch (marks.channel) {
    case TIMING_MAILBOX:
        return timed_by(TIMING_MAILBOX, loop, n);
    case TIMING_UART:
        return timed_by(TIMING_UART, loop, n);
    case TIMING_MARKER:
        return timed_by(TIMING_MARKER, loop, n);
    default:
        return timed_by(TIMING_INTERNAL, loop, n);
    }
}

uint64_t measure_one(void (*loop)(uint64_t))
{
    deadline_start(options.timeout_ms);
    uint64_t start = timer_read();
    loop(1);
    uint64_t ticks = timer_read() - start;
    deadline_stop();
    return ticks;
}

struct window measure_window(void (*loop)(uint64_t), uint64_t n)
{
    uint64_t mark = marks_announce();
    return (struct window){mark, timed(loop, n)};
}

struct batch measure_batch(const struct benchmark *benchmark, uint64_t n)
{
    if (benchmark->prepare)
        benchmark->prepare(n);
    deadline_start(options.timeout_ms);
    if (benchmark->watch) {
        struct watched seen = benchmark->watch();
        deadline_stop();
        return (struct batch){.run = seen.length, .control = seen.length - seen.taken};
    }
    struct window run = measure_window(benchmark->run, n);
    struct window control = measure_window(benchmark->control, n);
    deadline_stop();
    return (struct batch){run.ticks, control.ticks, run.mark, control.mark};
}

uint64_t supply_left(const struct benchmark *benchmark) { return benchmark->supply() - 1; }
