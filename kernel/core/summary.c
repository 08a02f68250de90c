#include "summary.h"

enum {
    COLUMNS = 80, /* that are used, of a screen with more */
    ROWS = 60,
    CHECK = sizeof "*a3f1" - 1,
    TEXT = COLUMNS - CHECK, /* of a line, with its NUL where a blank is shown */
    FIGURE = 40,            /* where figures end */
    HEAD = 3,               /* lines in front of the benchmarks */
    FOOT = 1,
    PAGE_SECONDS = 15,
    MOST_BATCHES = 1 << 16 /* later ones are in the records alone */
};

static struct {
    unsigned benchmarks, begun, lines, most;
    bool is_shown;
    char (*text)[TEXT]; /* NULL without a screen */
    int64_t *ticks;
    uint64_t taken, room, n;
} summary;

static bool is_wanted(void)
{
    return screen().rows > HEAD + FOOT && screen().columns >= COLUMNS &&
           (options.screen == SCREEN_ON ||
            (options.screen == SCREEN_AUTO && !strcmp(machine.console_kind, "none")));
}

void summary_init(unsigned benchmarks)
{
    if (!is_wanted())
        return;
    summary.benchmarks = benchmarks;
    summary.most = benchmarks + 1; /* and what went wrong */
    summary.room = min_u64(options.batches, MOST_BATCHES);
    summary.ticks = heap_alloc(summary.room * sizeof *summary.ticks, sizeof *summary.ticks);
    if (summary.ticks)
        summary.text = heap_alloc(summary.most * sizeof *summary.text, 1);
    if (!summary.text)
        note("not enough memory for a summary on the screen");
}

void summary_begin(const struct benchmark *benchmark)
{
    char text[COLUMNS];
    if (!summary.text)
        return;
    summary.taken = 0;
    format(text, sizeof text, "HyperBench measures %s, %u of %u", benchmark->name, ++summary.begun,
           summary.benchmarks);
    screen_write(0, text);
}

void summary_take(int64_t ticks, uint64_t n)
{
    if (!summary.text || summary.taken == summary.room)
        return;
    summary.ticks[summary.taken++] = ticks;
    summary.n = n;
}

/* Appends a word to `line`, of TEXT bytes, behind a blank, or so many that it ends at `end`. */
static void append(char *line, const char *word, size_t end)
{
    size_t length = strlen(line), own = strlen(word);
    do
        if (length < TEXT - 1)
            line[length++] = ' ';
    while (length + own < end && length < TEXT - 1);
    copy_string(line + length, word, TEXT - length);
}

/* Reasons are longer than lines at times. */
static void append_cut(char *line, const char *text)
{
    static const char more[] = "...";
    append(line, text, 0);
    if (strlen(line) == TEXT - 1)
        copy_string(line + TEXT - sizeof more, more, sizeof more);
}

struct number {
    char text[24];
};

/* Of what is large, the fraction only takes room. */
static struct number ticks(int64_t hundredths)
{
    enum { LARGE = 10000000 };
    struct number number;
    const char *sign = hundredths < 0 ? "-" : "";
    uint64_t size = hundredths < 0 ? -(uint64_t)hundredths : (uint64_t)hundredths;
    if (size < LARGE)
        format(number.text, sizeof number.text, "%s%lu.%02lu", sign, size / 100, size % 100);
    else
        format(number.text, sizeof number.text, "%s%lu", sign, (size + 50) / 100);
    return number;
}

static void append_figure(char *line)
{
    char interval[64];
    struct figure figure = figure_of(summary.ticks, summary.taken, summary.n);
    append(line, ticks(figure.median).text, FIGURE);
    append(line, "ticks", 0);
    if (!figure.has_interval)
        return;
    format(interval, sizeof interval, "%s to %s", ticks(figure.low).text, ticks(figure.high).text);
    append_cut(line, interval);
}

/* A line that begins with `word`; NULL without room for it. */
static char *new_line(const char *word)
{
    if (!summary.text || summary.lines == summary.most)
        return NULL;
    char *line = summary.text[summary.lines++];
    copy_string(line, word, TEXT);
    return line;
}

void summary_add(const struct benchmark *benchmark, const char *status, const char *reason)
{
    char text[256], *line = new_line(benchmark->name);
    if (!line)
        return;
    if (!strcmp(status, "ok") && summary.taken) {
        append_figure(line);
        return;
    }
    format(text, sizeof text, "%s: %s", status, reason ? reason : "no batches were taken");
    append_cut(line, text);
}

/* What the sums are over: a page's lines, with single blanks, for who types them. */
static struct {
    char text[ROWS * TEXT];
    size_t length;
    unsigned lines;
} page;

static void show(const char *line)
{
    char shown[COLUMNS + 1];
    size_t start = page.length, length = strlen(line);
    for (const char *c = line; *c; c++) {
        if (*c == ' ')
            continue;
        if (c > line && c[-1] == ' ' && page.length > start)
            page.text[page.length++] = ' ';
        page.text[page.length++] = *c;
    }
    uint32_t check = crc32(page.text + start, page.length - start) & 0xffff;
    memcpy(shown, line, length);
    memset(shown + length, ' ', TEXT - length);
    format(shown + TEXT, sizeof shown - TEXT, "*%04x", check);
    screen_write(page.lines++, shown);
}

static void show_head(unsigned number, unsigned pages)
{
    char line[TEXT];
    page.length = page.lines = 0;
    format(line, sizeof line, "HyperBench %s %s %s, page %u of %u", HYPERBENCH_VERSION,
           HYPERBENCH_ARCH, boot_info.protocol, number + 1, pages);
    show(line);
    format(line, sizeof line, "%u CPUs, hypervisor %s, %s", cpu_count(), machine.hypervisor,
           machine.cpu_model);
    show(line);
    format(line, sizeof line, "%lu ticks a second; medians of batches, 95 %% intervals",
           timer_hz());
    show(line);
}

static void show_page(unsigned number, unsigned pages, unsigned room)
{
    char sum[COLUMNS];
    unsigned first = number * room, last = (unsigned)min_u64(first + room, summary.lines);
    show_head(number, pages);
    for (unsigned i = first; i < last; i++)
        show(summary.text[i]);
    format(sum, sizeof sum, "sum of %u lines *%08x", page.lines, crc32(page.text, page.length));
    screen_write(page.lines, sum);
    for (unsigned row = page.lines + 1; row < screen().rows; row++)
        screen_write(row, "");
}

void summary_show(const char *trouble)
{
    char *line = trouble ? new_line("panic") : NULL;
    if (line)
        append_cut(line, trouble);
    if (!summary.text || summary.is_shown) /* what goes wrong in here as well ends it */
        return;
    summary.is_shown = true;
    unsigned room = (unsigned)min_u64(screen().rows, ROWS) - HEAD - FOOT;
    unsigned pages = (unsigned)max_u64((summary.lines + room - 1) / room, 1);
    for (unsigned number = 0;; number = (number + 1) % pages) {
        show_page(number, pages, room);
        do
            spin_ticks(timer_hz() * PAGE_SECONDS);
        while (pages == 1);
    }
}
