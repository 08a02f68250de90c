#include "series.h"

#include "record.h"

enum { KEPT = 4096 };

struct point {
    uint64_t at, value;
};

static struct {
    uint64_t opened; /* when the benchmark began, by the counter */
    const char *what;
    uint64_t least;
    uint64_t from, length; /* the window of the batch */
    uint64_t seen;         /* also those that there was no room for */
    struct point *points;  /* of the heap: an image is to stay small */
    uint64_t room;
} series;

void series_open(const char *what)
{
    enum { BYTES = KEPT * sizeof(struct point) };
    memset(&series, 0, sizeof series);
    series.what = what;
    series.points = heap_alloc(BYTES, sizeof(struct point));
    if (series.points) {
        series.room = KEPT;
        /* A page that is touched for the first time may leave the guest. */
        memset(series.points, 0, BYTES);
    }
    series.opened = timer_read();
}

void series_begin(uint64_t least)
{
    series.least = least;
    series.seen = series.length = 0;
}

void series_add(uint64_t at, uint64_t value)
{
    if (series.seen < series.room) {
        series.points[series.seen].at = at;
        series.points[series.seen].value = value;
    }
    series.seen++;
}

void series_end(uint64_t start, uint64_t length)
{
    series.from = start - series.opened;
    series.length = length;
}

/* Writes as many points from `first` on as a record has room for; returns how many. */
static uint64_t list_points(char *list, size_t size, uint64_t first, uint64_t count)
{
    enum { LONGEST = sizeof ",18446744073709551615:18446744073709551615" };
    uint64_t taken = 0;
    for (size_t length = 0; first + taken < count && length + LONGEST < size; taken++)
        length += format(list + length, size - length, "%s%lu:%lu", taken ? "," : "",
                         series.points[first + taken].at, series.points[first + taken].value);
    return taken;
}

/* A batch without points has a record, too: that nothing was seen is what it says. */
void series_report(const struct benchmark *benchmark, uint64_t i)
{
    uint64_t count = min_u64(series.seen, series.room), sent = 0;
    if (!series.length)
        return;
    do {
        char list[700] = "";
        sent += list_points(list, sizeof list, sent, count);
        record_begin("series");
        record_string("bench", benchmark->name);
        record_string("what", series.what);
        record_number("i", i);
        record_number("from", series.from);
        record_number("length", series.length);
        record_number("least", series.least);
        record_number("seen", series.seen);
        record_string("points", list);
        record_end();
    } while (sent < count);
    series.length = 0;
}
