#include "usage.h"

#include <inttypes.h>
#include <string.h>

enum { EVENTS = 64 };

static struct {
    const char *name;
    uint64_t count, at_opening;
} events[EVENTS];

static void (*due)(void);

uint64_t *usage_counter(const char *event)
{
    size_t at = 0;
    while (at < EVENTS - 1 && events[at].name && strcmp(events[at].name, event))
        at++;
    if (!events[at].name)
        events[at].name = event;
    return &events[at].count;
}

void usage_counts(struct instruction *instruction, const char *event)
{
    instruction_counts(instruction, usage_counter(event));
}

static void count(const char *event) { ++*usage_counter(event); }

static bool is_asleep, is_waking;

void usage_halts(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (is_asleep)
        count("idle_halt");
    is_asleep = is_waking = true;
}

void usage_interrupted(void)
{
    if (!is_waking)
        count("interrupt");
    is_waking = false;
}

void usage_works(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (is_asleep)
        count("halt");
    is_asleep = false;
}

void usage_look_later(void (*look)(void)) { due = look; }

void usage_block_begins(void)
{
    if (!due)
        return;
    void (*look)(void) = due;
    due = NULL;
    look();
}

void usage_window_opens(void)
{
    for (size_t at = 0; at < EVENTS; at++)
        events[at].at_opening = events[at].count;
}

void usage_print(FILE *to)
{
    for (size_t at = 0; at < EVENTS && events[at].name; at++)
        if (events[at].count != events[at].at_opening)
            fprintf(to, " use_%s=%" PRIu64, events[at].name,
                    events[at].count - events[at].at_opening);
}
