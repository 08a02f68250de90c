#include "calibrate.h"

#include "batch.h"

enum {
    IDLE_SAMPLES = 128,
    DWARF = 2000,    /* how many times the signal of a batch exceeds the timer's fluctuation */
    OVER_TIME_MS = 2 /* the longest batch of what is watched over time */
};

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* By how many ticks the counter advances at once. The reads lie further and further apart, so
 * that a counter that is finer shows differences without a common divisor. */
static uint64_t measure_step(void)
{
    uint64_t step = 0;
    for (uint64_t i = 0; i < IDLE_SAMPLES; i++) {
        uint64_t start = timer_read();
        for (uint64_t delay = 0; delay < i; delay++)
            KEEP(delay);
        step = greatest_common_divisor(step, timer_read() - start);
    }
    return max_u64(step, 1);
}

struct idle measure_idle(void)
{
    uint64_t ticks[IDLE_SAMPLES];
    for (unsigned i = 0; i < IDLE_SAMPLES; i++) {
        uint64_t start = timer_read();
        ticks[i] = timer_read() - start;
    }
    sort_u64(ticks, IDLE_SAMPLES);
    return (struct idle){
        .min = ticks[0],
        .median = ticks[IDLE_SAMPLES / 2],
        .max = ticks[IDLE_SAMPLES - 1],
        .fluctuation = ticks[IDLE_SAMPLES * 95 / 100] - ticks[0],
        .step = measure_step(),
    };
}

static uint64_t signal(struct batch batch)
{
    return batch.run > batch.control ? batch.run - batch.control : 0;
}

/* Doubles the batch until the operation's own share of it dwarfs the timer's fluctuation,
 * or until one more doubling would not leave time for all batches: that alone ends it where
 * batches are to be long, so that several turns of a processor that others share are in each. */
static uint64_t calibrate(const struct benchmark *benchmark, const struct idle *idle)
{
    /* No batch is known to better than the counter's step. */
    uint64_t enough = DWARF * max_u64(max_u64(idle->fluctuation, idle->min), idle->step);
    uint64_t longest = mul_div(options.budget_ms, timer_hz(), 1000) / (2 * options.batches);
    if (benchmark->over_time)
        longest = mul_div(OVER_TIME_MS, timer_hz(), 1000);
    uint64_t n = 1;
    measure_batch(benchmark, n);
    for (;;) {
        struct batch batch = measure_batch(benchmark, n);
        if (benchmark->over_time) { /* one that was disturbed would make all too short */
            struct batch again = measure_batch(benchmark, n);
            batch = again.run < batch.run ? again : batch;
        }
        bool is_enough = signal(batch) >= enough && options.iterations != ITERATIONS_LONG &&
                         !benchmark->over_time;
        if (is_enough || batch.run * 2 > longest)
            return n;
        n *= 2;
    }
}

/* The geometric middle of Table 1's range. */
static uint64_t recommended(const struct benchmark *benchmark)
{
    return square_root(benchmark->recommended.low * benchmark->recommended.high);
}

/* Some operations use up what they work on: all batches together share the supply, less
 * the one operation that warms up. */
static struct plan share_supply(const struct benchmark *benchmark, uint64_t wanted)
{
    uint64_t supply = supply_left(benchmark);
    struct plan plan = {wanted, options.batches, "limited"};
    if (plan.batches > supply)
        plan.batches = supply;
    plan.n = min_u64(wanted, supply / plan.batches);
    measure_batch(benchmark, 1);
    return plan;
}

struct plan make_plan(const struct benchmark *benchmark, const struct idle *idle)
{
    struct plan plan = {1, options.batches * max_u64(benchmark->over_time, 1), "fixed"};
    if (benchmark->flags & TAKES_MINUTES) {
        plan.batches = 1;
        return plan;
    }
    if (benchmark->once) {
        if (!benchmark->watch) /* its init() is all that warms it up */
            measure_batch(benchmark, 1);
        return plan;
    }
    if (options.iterations == ITERATIONS_FIXED) {
        plan.n = options.fixed_iterations;
        plan.why = "asked";
    } else if (options.iterations == ITERATIONS_PAPER && benchmark->recommended.high) {
        plan.n = recommended(benchmark);
        plan.why = "paper";
    } else if (!benchmark->supply) {
        plan.n = calibrate(benchmark, idle);
        plan.why = "calibrated";
        return plan;
    } else {
        plan.n = UINT64_MAX;
    }
    if (benchmark->supply)
        return share_supply(benchmark, plan.n);
    measure_batch(benchmark, 1);
    return plan;
}
