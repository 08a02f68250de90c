#include "count.h"

#include "batch.h"
#include "record.h"
#include "recovery.h"

enum { LINE = 64, ANSWER_MS = 1000, TRIES = 5, PER_TRY = 8, SHARE_OF_TIMEOUT = 4 };

/* Where snapshots are asked for, in the record called `desk`. Each word is on a cache line of its
 * own, so that polling one does not slow another. */
static volatile struct {
    uint64_t magic;
    uint64_t asked __attribute__((aligned(LINE))); /* guest: number of the snapshot wanted */
    uint64_t taken __attribute__((aligned(LINE))); /* host: number of the last one taken */
} snapshot_page __attribute__((aligned(PAGE_4K)));

static bool host_answers;
static uint64_t snapshots;

void count_init(void)
{
    if (!options.count)
        return;
    snapshot_page.magic = SNAPSHOT_PAGE_MAGIC;
    host_answers = true;
    record_begin("desk");
    record_hex("address", (uint64_t)&snapshot_page);
    record_end();
}

/* Has the host note its counters, and waits until it has. */
static void snapshot(void)
{
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), ANSWER_MS, 1000);
    __atomic_store_n(&snapshot_page.asked, ++snapshots, __ATOMIC_SEQ_CST);
    while (host_answers && __atomic_load_n(&snapshot_page.taken, __ATOMIC_SEQ_CST) != snapshots) {
        host_answers = timer_read() - start < limit;
        cpu_relax();
    }
}

/* How many operations end well before the timeout, by the fastest of a few tries. Each tries
 * several, since timing a single one may take longer than the operation. */
static uint64_t affordable(const struct benchmark *benchmark)
{
    uint64_t fastest = UINT64_MAX;
    for (int i = 0; i < TRIES; i++) {
        if (benchmark->prepare)
            benchmark->prepare(PER_TRY);
        deadline_start(options.timeout_ms);
        uint64_t start = timer_read();
        benchmark->run(PER_TRY);
        fastest = min_u64(fastest, timer_read() - start);
        deadline_stop();
    }
    uint64_t limit = mul_div(timer_hz(), options.timeout_ms, 1000 * SHARE_OF_TIMEOUT);
    return max_u64(mul_div(limit, PER_TRY, max_u64(fastest, 1)), 1);
}

static uint64_t operations(const struct benchmark *benchmark)
{
    if (benchmark->once)
        return 1;
    if (benchmark->supply) /* the batches that follow need their share */
        return min_u64(options.count, supply_left(benchmark) / (options.batches + 1));
    return min_u64(options.count, affordable(benchmark));
}

void count_events(const struct benchmark *benchmark)
{
    if (!host_answers)
        return;
    uint64_t n = operations(benchmark), first = snapshots + 1;
    if (!n)
        return;
    if (benchmark->prepare)
        benchmark->prepare(n);
    deadline_start(options.timeout_ms);
    snapshot();
    benchmark->run(n);
    snapshot();
    snapshot();
    benchmark->control(n);
    snapshot();
    deadline_stop();
    if (benchmark->needs & NEEDS_UART)
        record_fresh_line();
    if (!host_answers) {
        note("the host takes no snapshots: no events are counted");
        return;
    }
    record_begin("count");
    record_string("bench", benchmark->name);
    record_number("n", n);
    record_number("first", first);
    record_end();
}
