#include "latency.h"

#include "batch.h"
#include "record.h"

/* 64 buckets an octave, so that no bucket is wider than 1.6 % of its values. Values below
 * 128 have buckets of their own. */
enum {
    OCTAVE_BITS = 6,
    PER_OCTAVE = 1 << OCTAVE_BITS,
    BUCKETS = (64 - OCTAVE_BITS + 1) * PER_OCTAVE
};

static uint64_t counts[BUCKETS];

static unsigned bucket_of(uint64_t value)
{
    if (value < 2 * PER_OCTAVE)
        return (unsigned)value;
    unsigned shift = 63 - (unsigned)__builtin_clzl(value) - OCTAVE_BITS;
    return (shift + 1) * PER_OCTAVE + (value >> shift & (PER_OCTAVE - 1));
}

/* The median cost of timing nothing. */
static uint64_t measure_overhead(const struct benchmark *benchmark)
{
    enum { SAMPLES = 101 };
    uint64_t ticks[SAMPLES];
    for (unsigned i = 0; i < SAMPLES; i++)
        ticks[i] = measure_one(benchmark->control);
    sort_u64(ticks, SAMPLES);
    return ticks[SAMPLES / 2];
}

struct latency {
    uint64_t count, min, max, overhead;
};

static void add(struct latency *latency, uint64_t ticks)
{
    uint64_t value = ticks > latency->overhead ? ticks - latency->overhead : 0;
    counts[bucket_of(value)]++;
    latency->count++;
    latency->min = min_u64(latency->min, value);
    latency->max = max_u64(latency->max, value);
}

static void report_buckets(const struct benchmark *benchmark)
{
    enum { PER_RECORD = 32 };
    for (unsigned i = 0; i < BUCKETS;) {
        char list[PER_RECORD * 32];
        size_t length = 0;
        for (unsigned taken = 0; i < BUCKETS && taken < PER_RECORD; i++)
            if (counts[i]) {
                length += format(list + length, sizeof list - length, "%s%u:%lu", taken ? "," : "",
                                 i, counts[i]);
                taken++;
            }
        if (!length)
            return;
        record_begin("buckets");
        record_string("bench", benchmark->name);
        record_string("counts", list);
        record_end();
    }
}

static void report(const struct benchmark *benchmark, const struct latency *latency)
{
    record_begin("latency");
    record_string("bench", benchmark->name);
    record_number("count", latency->count);
    record_number("min", latency->min);
    record_number("max", latency->max);
    record_number("overhead", latency->overhead);
    record_end();
    report_buckets(benchmark);
}

void measure_latency(const struct benchmark *benchmark)
{
    struct latency latency = {.min = UINT64_MAX, .overhead = measure_overhead(benchmark)};
    uint64_t wanted = options.latency;
    if (benchmark->supply)
        wanted = min_u64(wanted, supply_left(benchmark));
    memset(counts, 0, sizeof counts);
    uint64_t budget = mul_div(options.budget_ms, timer_hz(), 1000), start = timer_read();
    while (latency.count < wanted && (latency.count < 1 || timer_read() - start < budget)) {
        if (benchmark->prepare)
            benchmark->prepare(1);
        add(&latency, measure_one(benchmark->run));
    }
    if (benchmark->needs & NEEDS_UART)
        record_fresh_line();
    report(benchmark, &latency);
}
