#include "usage.h"

#include <inttypes.h>
#include <string.h>

enum { EVENTS = 64 };

static struct {
    const char *name;
    uint64_t count, at_opening;
} events[EVENTS];

uint64_t *usage_counter(const char *event)
{
    size_t at = 0;
    while (at < EVENTS - 1 && events[at].name && strcmp(events[at].name, event))
        at++;
    if (!events[at].name)
        events[at].name = event;
    return &events[at].count;
}

void usage_count(const char *event) { ++*usage_counter(event); }

static bool is_asleep, is_waking;

void usage_halts(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (is_asleep)
        usage_count("idle_halt");
    is_asleep = is_waking = true;
}

void usage_interrupted(void)
{
    if (!is_waking)
        usage_count("interrupt");
    is_waking = false;
}

void usage_works(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (is_asleep)
        usage_count("halt");
    is_asleep = false;
}

void usage_window_opens(void)
{
    for (size_t at = 0; at < EVENTS; at++)
        events[at].at_opening = events[at].count;
}

void usage_print(FILE *to, bool is_part)
{
    for (size_t at = 0; at < EVENTS && events[at].name; at++) {
        uint64_t count = events[at].count - events[at].at_opening;
        if (count || is_part)
            fprintf(to, " %s_%s=%" PRIu64, is_part ? "part" : "use", events[at].name, count);
    }
}
