#include "harness.h"

#include "batch.h"
#include "calibrate.h"
#include "catalogue.h"
#include "channel.h"
#include "count.h"
#include "latency.h"
#include "marks.h"
#include "memory.h"
#include "record.h"
#include "recovery.h"
#include "reference.h"
#include "series.h"
#include "summary.h"

enum {
    WAITING_PERCENT = 75 /* of the budget, for the machine to be quiet */
};

uint64_t operand;

static struct idle idle;

void harness_init(void)
{
    catalogue_check_names();
    marks_init();
    count_init();
    idle = measure_idle();
    record_begin("idle");
    record_number("min", idle.min);
    record_number("median", idle.median);
    record_number("max", idle.max);
    record_number("fluctuation", idle.fluctuation);
    record_number("step", idle.step);
    record_end();
    reference_init();
    measure_channel();
}

/* What a contained run of one benchmark works on and leaves behind. */
struct measurement {
    const struct benchmark *benchmark;
    const char *skip_reason;
    bool is_ready;           /* its init() is over */
    const char *stop_reason; /* why no more batches were taken */
};

/* Static: it outlives a return through the recovery point, and a debugger finds it. */
static struct measurement current;

static void report_plan(const struct benchmark *benchmark, const struct plan *plan)
{
    record_begin("plan");
    record_string("bench", benchmark->name);
    record_number("n", plan->n);
    record_number("batches", plan->batches);
    record_string("why", plan->why);
    record_end();
}

static void report_sample(const struct benchmark *benchmark, uint64_t index, struct batch batch,
                          struct reference reference)
{
    record_begin("sample");
    record_string("bench", benchmark->name);
    record_number("i", index);
    record_number("run", batch.run);
    record_number("control", batch.control);
    if (reference.before) {
        record_number("before", reference.before);
        record_number("after", reference.after);
    }
    if (batch.run_mark) {
        record_number("run_mark", batch.run_mark);
        record_number("control_mark", batch.control_mark);
    }
    record_end();
}

static void fresh_line_after(const struct benchmark *benchmark)
{
    if (benchmark->needs & NEEDS_UART)
        record_fresh_line();
}

/* Whether to stop before batch `taken`, and why. */
static const char *stop_reason(const struct plan *plan, uint64_t taken, bool is_long,
                               bool out_of_time)
{
    if (taken >= plan->batches)
        return plan->batches < options.batches && !is_long ? "supply" : "batches";
    return taken >= options.least && out_of_time ? "budget" : NULL;
}

/* Keeps when the batch began that began at `from`, and what it took. */
static void keep_time(uint64_t from, struct batch batch)
{
    series_begin(0);
    series_add(0, max_u64(batch.run, batch.control) - batch.control);
    series_end(from, timer_read() - from);
}

static void take_batches(struct measurement *m, const struct plan *plan)
{
    uint64_t budget = mul_div(options.budget_ms, timer_hz(), 1000);
    uint64_t patience = mul_div(budget, WAITING_PERCENT, 100);
    uint64_t start = timer_read(), taken = 0;
    bool is_named = m->benchmark->flags & EXTRA; /* whoever names it has the time for it */
    bool is_long = m->benchmark->flags & TAKES_MINUTES;
    bool is_over_time = m->benchmark->over_time, is_watch = m->benchmark->watch || is_over_time;
    if (is_over_time)
        series_open("batch");
    while (!(m->stop_reason =
                 stop_reason(plan, taken, is_long, !is_named && timer_read() - start > budget))) {
        struct reference reference = {0};
        if (!is_watch) /* which must not choose its moments */
            reference.before = reference_wait(&patience);
        uint64_t from = timer_read();
        struct batch batch = measure_batch(m->benchmark, plan->n);
        if (is_over_time)
            keep_time(from, batch);
        if (!is_watch)
            reference.after = reference_ticks();
        fresh_line_after(m->benchmark);
        series_report(m->benchmark, taken);
        report_sample(m->benchmark, taken++, batch, reference);
        summary_take((int64_t)(batch.run - batch.control), plan->n);
    }
}

static void measure(void *argument)
{
    struct measurement *m = argument;
    deadline_start(options.timeout_ms);
    if ((m->skip_reason = unmet_need(m->benchmark)))
        return;
    operand = m->benchmark->operand;
    if (m->benchmark->init && (m->skip_reason = m->benchmark->init()))
        return;
    m->is_ready = true;
    count_events(m->benchmark);
    if (options.latency) {
        measure_latency(m->benchmark);
        return;
    }
    struct plan plan = make_plan(m->benchmark, &idle);
    fresh_line_after(m->benchmark);
    report_plan(m->benchmark, &plan);
    take_batches(m, &plan);
}

static void cleanup(void *argument)
{
    struct measurement *m = argument;
    deadline_start(options.timeout_ms);
    if (m->benchmark->cleanup)
        m->benchmark->cleanup();
}

static void end_begin(const struct benchmark *benchmark, const char *status, const char *reason)
{
    record_begin("end");
    record_string("bench", benchmark->name);
    record_string("status", status);
    if (reason)
        record_string("reason", reason);
    summary_add(benchmark, status, reason);
}

static void report_end(const struct measurement *m, enum contained contained)
{
    char text[128];
    const struct trap *trap = &contained_trap;
    switch (contained) {
    case RAN:
        if (m->skip_reason)
            end_begin(m->benchmark, "skipped", m->skip_reason);
        else
            end_begin(m->benchmark, "ok", NULL);
        if (m->stop_reason)
            record_string("stopped", m->stop_reason);
        break;
    case FAULTED:
        format(text, sizeof text, "%s at 0x%lx, error code 0x%lx", trap->name, trap->ip,
               trap->error);
        end_begin(m->benchmark, "fault", text);
        record_number("vector", trap->vector);
        record_hex("error", trap->error);
        record_hex("ip", trap->ip);
        record_hex("address", trap->address);
        break;
    case FAILED: /* before it was ready, the machine lacks something */
        end_begin(m->benchmark, m->is_ready ? "fault" : "skipped", failure);
        break;
    case TIMED_OUT:
        format(text, sizeof text, "did not return within %lu ms", options.timeout_ms);
        end_begin(m->benchmark, "timeout", text);
        break;
    }
    record_end();
}

static void run_benchmark(const struct benchmark *benchmark)
{
    record_begin("begin");
    record_string("bench", benchmark->name);
    record_string("category", benchmark->category);
    record_end();
    summary_begin(benchmark);
    console_drain(); /* what takes the machine down at once does not take the record with it */

    current = (struct measurement){.benchmark = benchmark};
    uint64_t mark = heap_mark();
    enum contained contained = run_contained(measure, &current);
    if (!current.skip_reason && run_contained(cleanup, &current) != RAN)
        note("cleaning up after %s did not succeed", benchmark->name);
    arch_reclaim();
    heap_release(mark);
    fresh_line_after(benchmark);
    report_end(&current, contained);
}

unsigned suite_size(void)
{
    unsigned count = 0;
    for_each_benchmark (entry)
        count += is_selected(entry);
    return count;
}

unsigned run_suite(void)
{
    unsigned count = 0, size = (unsigned)(catalogue_end - catalogue_start);
    for (unsigned i = 0; i < size; i++) {
        const struct benchmark *const *entry =
            options.reversed ? catalogue_end - 1 - i : catalogue_start + i;
        if (is_selected(entry)) {
            run_benchmark(*entry);
            count++;
        }
    }
    return count;
}
