#include "counts.h"

#include <inttypes.h>
#include <string.h>

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

/* Everything that is counted. */
struct counts {
    uint64_t executed[WORLDS], user_exits;
    struct exits exits, outer_exits;
};

static const char *const names[WORLDS] = {"guest_user", "guest_kernel", "hypervisor",
                                          "device_model", "el2"};

/* Since the start, and as it was when the window opened. */
struct tally {
    struct counts now, opened;
};

static FILE *record;
static uint64_t windows;
static struct tally all, each[PROCESSORS];

/* Why a processor's guest has left, and the instructions of its device model then. */
static struct {
    const char *reason;
    uint64_t before;
} left[PROCESSORS];

static unsigned running, last; /* the processor whose turn it is, the last one that had any */
static bool is_side_by_side;
static uint64_t at_turn[WORLDS]; /* what all had executed when it began, or when it was asked */

enum mark mark_of(uint64_t number)
{
    uint64_t which = number & 0xffff;
    return number >> 16 == MARKER && which <= WINDOW_CLOSES ? (enum mark)which : NO_MARK;
}

void counts_side_by_side(void) { is_side_by_side = true; }

bool counts_open(const char *path)
{
    record = fopen(path, "we");
    return record;
}

uint64_t *counts_executed(enum world of) { return &all.now.executed[of]; }

/* What the processor that runs has counted, up to now. */
static struct counts *own(void)
{
    struct counts *now = &each[running].now;
    for (int i = 0; i < WORLDS; i++) {
        now->executed[i] += all.now.executed[i] - at_turn[i];
        at_turn[i] = all.now.executed[i];
    }
    return now;
}

void counts_turn(unsigned processor)
{
    own();
    running = processor;
    if (processor > last)
        last = processor;
}

uint64_t executed_so_far(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < WORLDS; i++)
        sum += all.now.executed[i];
    return sum;
}

const char *numbered_reason(const char *format, uint64_t code)
{
    enum { NAMES = 0x100, LONGEST = 32 };
    static char made[NAMES][LONGEST];
    static size_t count;
    char name[LONGEST];
    snprintf(name, sizeof name, format, (unsigned)code);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(made[i], name))
            return made[i];
    return count < NAMES ? strcpy(made[count++], name) : "other";
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
    left[running].reason = reason;
    left[running].before = own()->executed[DEVICE_MODEL];
}

void counts_outer_left(const char *reason)
{
    count_exit(&all.now.outer_exits, reason);
    count_exit(&each[running].now.outer_exits, reason);
}

void counts_entered(void)
{
    const char *reason = left[running].reason;
    if (!reason)
        return;
    struct counts *now = own();
    bool was_in_user_mode = now->executed[DEVICE_MODEL] != left[running].before;
    now->user_exits += was_in_user_mode;
    all.now.user_exits += was_in_user_mode;
    count_exit(&now->exits, reason);
    count_exit(&all.now.exits, reason);
    left[running].reason = NULL;
}

uint64_t counts_windows(void) { return windows; }

void counts_window_opens(void)
{
    own();
    all.opened = all.now;
    for (unsigned i = 0; i <= last; i++)
        each[i].opened = each[i].now;
    windows++;
}

/* What was executed since the window opened; `prefix` says by whom. */
static void print_executed(const char *prefix, const struct tally *of)
{
    for (int i = 0; i < WORLDS; i++)
        if (i != EL2 || of->now.executed[i])
            fprintf(record, " %s%s=%" PRIu64, prefix, names[i],
                    of->now.executed[i] - of->opened.executed[i]);
}

FILE *counts_window_closes(void)
{
    own();
    fprintf(record, "window %" PRIu64, windows);
    if (!last || !is_side_by_side)
        print_executed("", &all);
    return record;
}

/* What the words of a processor begin with. */
enum { PREFIX = sizeof "cpu4294967295_" };
static void name_processor(char *prefix, unsigned processor)
{
    snprintf(prefix, PREFIX, "cpu%u_", processor);
}

/* Exits of a guest, and those for each reason, since `then`; `prefix` says which guest. */
static void print_exits(const char *prefix, const char *which, const struct exits *exits,
                        const struct exits *then)
{
    fprintf(record, " %s%sexits=%" PRIu64, prefix, which, exits->count - then->count);
    for (int i = 0; i < REASONS && exits->reasons[i].name; i++)
        if (exits->reasons[i].count != then->reasons[i].count)
            fprintf(record, " %s%sexit_%s=%" PRIu64, prefix, which, exits->reasons[i].name,
                    exits->reasons[i].count - then->reasons[i].count);
}

/* Those of all guests that `then` is to be taken from. */
static void print_all_exits(const char *prefix, const struct counts *now, const struct counts *then)
{
    print_exits(prefix, "", &now->exits, &then->exits);
    if (now->outer_exits.count)
        print_exits(prefix, "outer_", &now->outer_exits, &then->outer_exits);
}

static void print_window_exits(const char *prefix, const struct tally *of)
{
    fprintf(record, " %suser_exits=%" PRIu64, prefix, of->now.user_exits - of->opened.user_exits);
    print_all_exits(prefix, &of->now, &of->opened);
}

void counts_window_ends(bool has_hypervisor)
{
    if (has_hypervisor)
        print_window_exits("", &all);
    for (unsigned i = 0; last && i <= last; i++) {
        char prefix[PREFIX];
        name_processor(prefix, i);
        print_executed(prefix, &each[i]);
        if (has_hypervisor)
            print_window_exits(prefix, &each[i]);
    }
    fprintf(record, "\n");
}

/* The guests do not go on after their last exits. */
void counts_end(void)
{
    static const struct counts nothing;
    for (unsigned i = 0; i <= last; i++) {
        counts_turn(i);
        counts_entered();
    }
    fprintf(record, "all");
    print_all_exits("", &all.now, &nothing);
    for (unsigned i = 0; last && i <= last; i++) {
        char prefix[PREFIX];
        name_processor(prefix, i);
        print_all_exits(prefix, &each[i].now, &nothing);
    }
    fprintf(record, "\n");
    fclose(record);
}
