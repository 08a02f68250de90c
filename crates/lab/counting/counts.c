#include "counts.h"

#include <inttypes.h>

enum { REASONS = 128 };

struct reason {
    const char *name;
    uint64_t count;
};

/* How often a guest was left, and for which reasons. */
struct exits {
    uint64_t count;
    struct reason reasons[REASONS];
};

/* Everything that is counted since the start, and as it was when the window opened. */
struct counts {
    uint64_t executed[WORLDS], user_exits;
    struct exits exits, outer_exits;
};

static const char *const names[WORLDS] = {"guest_user", "guest_kernel", "hypervisor",
                                          "device_model"};

static FILE *record;
static struct counts now, opened;
static uint64_t windows, before_exit; /* instructions of the device model when the guest left */
static const char *left_for;

enum mark mark_of(uint64_t number)
{
    uint64_t which = number & 0xffff;
    return number >> 16 == MARKER && which <= WINDOW_CLOSES ? (enum mark)which : NO_MARK;
}

bool counts_open(const char *path)
{
    record = fopen(path, "we");
    return record;
}

uint64_t *counts_executed(enum world of) { return &now.executed[of]; }

uint64_t executed_so_far(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < WORLDS; i++)
        sum += now.executed[i];
    return sum;
}

const char *numbered_reason(const char *format, uint64_t code)
{
    enum { CODES = 0x100 };
    static char *made[CODES];
    if (code >= CODES)
        return "other";
    if (!made[code] && asprintf(&made[code], format, (unsigned)code) < 0)
        return "other";
    return made[code];
}

static struct reason *find(struct reason *reasons, const char *name)
{
    for (struct reason *it = reasons; it < reasons + REASONS; it++) {
        if (!it->name)
            it->name = name;
        if (it->name == name)
            return it;
    }
    return &reasons[REASONS - 1];
}

static void count_exit(struct exits *exits, const char *reason)
{
    exits->count++;
    find(exits->reasons, reason)->count++;
}

void counts_left(const char *reason)
{
    left_for = reason;
    before_exit = now.executed[DEVICE_MODEL];
}

void counts_outer_left(const char *reason) { count_exit(&now.outer_exits, reason); }

void counts_entered(void)
{
    if (!left_for)
        return;
    now.user_exits += now.executed[DEVICE_MODEL] != before_exit;
    count_exit(&now.exits, left_for);
    left_for = NULL;
}

uint64_t counts_windows(void) { return windows; }

void counts_window_opens(void)
{
    opened = now;
    windows++;
}

FILE *counts_window_closes(void)
{
    fprintf(record, "window %" PRIu64, windows);
    for (int i = 0; i < WORLDS; i++)
        fprintf(record, " %s=%" PRIu64, names[i], now.executed[i] - opened.executed[i]);
    return record;
}

/* Exits of a guest, and those for each reason, since `then`; `prefix` says which guest. */
static void print_exits(const char *prefix, const struct exits *exits, const struct exits *then)
{
    fprintf(record, " %sexits=%" PRIu64, prefix, exits->count - then->count);
    for (int i = 0; i < REASONS && exits->reasons[i].name; i++)
        if (exits->reasons[i].count != then->reasons[i].count)
            fprintf(record, " %sexit_%s=%" PRIu64, prefix, exits->reasons[i].name,
                    exits->reasons[i].count - then->reasons[i].count);
}

/* Those of all guests. */
static void print_all_exits(const struct counts *then)
{
    print_exits("", &now.exits, &then->exits);
    if (now.outer_exits.count)
        print_exits("outer_", &now.outer_exits, &then->outer_exits);
    fprintf(record, "\n");
}

void counts_print_exits(void)
{
    fprintf(record, " user_exits=%" PRIu64, now.user_exits - opened.user_exits);
    print_all_exits(&opened);
}

/* The guest does not go on after its last exit. */
void counts_end(void)
{
    static const struct counts nothing;
    counts_entered();
    fprintf(record, "all");
    print_all_exits(&nothing);
    fclose(record);
}
